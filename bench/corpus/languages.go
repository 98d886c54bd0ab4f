package corpus

import "strings"

// language is a model of one language: enough of its letters, function words
// and endings for tokenisers, stemmers and posting lists to behave as on real
// text.
type language struct {
	code     string
	share    float64 // of the notes
	types    int     // size of the vocabulary, in word forms
	spaced   bool    // words are separated by spaces
	function []string
	common   []string // real content words, the most frequent ones
	onsets   []string // syllable = onset + nucleus + coda
	nuclei   []string
	codas    []string
	endings  []string // inflections of a made-up stem
	template []string // headings that many notes share
	stop     string   // ends a sentence
	comma    string
}

func words(s string) []string { return strings.Fields(s) }

// The vocabularies add up to about 60,000 word forms.
var languages = []*language{english, german, french, russian, chinese, japanese}

var english = &language{
	code: "en", share: 0.70, types: 34000, spaced: true, stop: ".", comma: ",",
	function: words(`the of and to a in is that for it with as on be this are by not from or at an we was which
		but have has if you can its when all will one so no than then more they into our out only been
		do there what up after before their how about because should would each any where who just`),
	common: words(`service token server request client index cache error file note query user time value key
		list queue worker retry deploy release test build database table schema migration session login
		password header payload message event stream topic broker shard replica backup restore snapshot
		timeout latency budget metric alert dashboard log trace span config setting flag version branch
		commit merge review ticket sprint roadmap meeting decision owner team customer invoice payment
		refund order parcel route driver warehouse label address country currency tax report summary
		search rank score result match word heading section link graph node edge tree leaf root parent
		child memory disk network socket port proxy gateway certificate signature secret rotation policy
		permission role group account profile device browser editor plugin window panel button form field
		color font layout image camera garden recipe travel book chapter paper author theory experiment
		sample model training gradient matrix vector energy water river mountain city train station`),
	onsets:  words(`b c d f g h j k l m n p r s t v w st tr pr br cr dr fl gr pl sl sp th sh ch qu sc bl cl`),
	nuclei:  words(`a e i o u ea ai ou oo ee ie`),
	codas:   append(words(`n r s t l m d nd nt rt st ck ll ss x p g th mp rk`), "", "", "", "", ""),
	endings: words(`s ed ing er ly ion ions able ness ment`),
	template: []string{"Overview", "Notes", "Next steps", "References", "Summary", "Background", "Details",
		"Open questions", "Decisions", "Actions", "Examples", "Related"},
}

var german = &language{
	code: "de", share: 0.08, types: 9000, spaced: true, stop: ".", comma: ",",
	function: words(`der die das und in zu den mit von für ist im dem nicht ein eine als auch es an werden aus er
		hat dass sie nach wird bei einer um am sind noch wie einem über so zum haben nur oder aber vor zur
		bis mehr durch man wenn können wir ich`),
	common: words(`Anfrage Fehler Schlüssel Speicher Prüfung Größe Übersicht Änderung Lösung Straße Versand
		Lieferung Rechnung Kunde Sitzung Entscheidung Verbindung Zugriff Abfrage Ergebnis Bericht Monat
		Woche Termin Aufgabe Gespräch Rückfrage Vertrag Messung Dienst Nachricht Zeile Spalte Wert`),
	onsets:   words(`b d f g h k l m n p r s t w z sch st sp tr br gr kl pf schl schw`),
	nuclei:   words(`a e i o u ä ö ü ei au eu ie`),
	codas:    append(words(`n r s t l m ch nd rt ng st tz ck ll ß`), "", "", "", ""),
	endings:  words(`e en er es ung ungen lich keit heit ig`),
	template: []string{"Überblick", "Notizen", "Nächste Schritte", "Hintergrund", "Beschlüsse", "Offene Fragen"},
}

var french = &language{
	code: "fr", share: 0.06, types: 6500, spaced: true, stop: ".", comma: ",",
	function: words(`le la les de des et un une à en du que est pour qui dans par sur pas plus ne se au avec ce il
		sont ou mais comme on nous vous été fait son aux cette être tout si sans leur même`),
	common: words(`requête réseau erreur clé mémoire données système serveur déploiement réunion décision équipe
		client facture livraison adresse journée semaine préférence méthode problème résultat modèle thème
		école théâtre forêt hiver étude idée élève fenêtre chaîne coût délai succès échec`),
	onsets:   words(`b c d f g j l m n p r s t v ch pr tr br gr cl pl fr`),
	nuclei:   words(`a e é è i o u ou oi ai au eau eu ê`),
	codas:    append(words(`n r s t l m nt rt ss lle tte x`), "", "", "", "", ""),
	endings:  words(`s es er é ée ant ment tion tions eur euse`),
	template: []string{"Aperçu", "Notes", "Étapes suivantes", "Contexte", "Décisions", "Questions ouvertes"},
}

var russian = &language{
	code: "ru", share: 0.06, types: 7500, spaced: true, stop: ".", comma: ",",
	function: words(`и в не на что с по как это для но из к а то же за от все так или у если о при бы мы до
		только уже есть был была они ещё когда чтобы его её их может будет после перед через без`),
	common: words(`сервер ошибка запрос ключ память данные система служба очередь задача решение встреча команда
		клиент заказ доставка адрес отчёт неделя месяц причина ответ проверка версия журнал настройка
		граница поиск заметка ссылка слово книга дорога город время работа вопрос пример таблица`),
	onsets:   words(`б в г д ж з к л м н п р с т ф х ц ч ш щ ст пр тр гр кр сл`),
	nuclei:   words(`а е и о у ы ю я ё`),
	codas:    append(words(`н р с т л м к ст нт рт й ль нь`), "", "", "", ""),
	endings:  words(`а ы у ом ов ами ах ение ения ный ная ное ных ить ал`),
	template: []string{"Обзор", "Заметки", "Следующие шаги", "Решения", "Открытые вопросы", "Итоги"},
}

var chinese = &language{
	code: "zh", share: 0.06, types: 5000, stop: "。", comma: "，",
	function: words(`的 了 是 在 和 不 有 我们 这 也 就 都 要 可以 对 中 与 或 但 如果 因为 所以 一个 没有 已经 需要`),
	common: words(`服务 请求 密钥 缓存 错误 数据库 队列 任务 会议 决定 团队 客户 订单 地址 报告 版本 日志 配置 搜索 笔记
		链接 测试 部署 网络 连接 超时 重试 签名 令牌 会话 用户 时间 内存 磁盘 索引 表格 问题 方案 原因 结果`),
	template: []string{"概述", "笔记", "下一步", "背景", "决定", "问题"},
}

var japanese = &language{
	code: "ja", share: 0.04, types: 4000, stop: "。", comma: "、",
	function: words(`の は を に が と で も から まで です ます する した して いる ある この その これ それ ため こと`),
	common: words(`サーバー 要求 鍵 キャッシュ 誤り データベース キュー 仕事 会議 決定 チーム 顧客 注文 住所 報告 版 記録
		設定 検索 メモ リンク 試験 配備 通信 接続 時間 再試行 署名 トークン 利用者 記憶 索引 表 問題 原因 結果 料理 旅行`),
	template: []string{"概要", "メモ", "次の作業", "背景", "決定事項", "課題"},
}

// Frequent Han characters, for made-up words that look like words; rarer ones
// are taken from the whole block.
const frequentHan = `一不了人大中上国和地要出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运`

const katakana = `アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモラリルレロワン`
const hiragana = `あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわ`
