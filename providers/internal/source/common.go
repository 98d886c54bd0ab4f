package source

import "strings"

// common are names that programs of every kind have, and the keywords and
// built-in names of the usual languages. Notes that hold them are not about
// them. Compared without case and joints.
var common = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`
	abs add all and any api app append arg args argv array arr as assert async atom auto await
	base begin bool boolean break buf buffer byte bytes
	call callback cap case cast catch char class client close cls cmd code col color column config conf connection const
	context continue copy count create ctx cur current
	data date db debug dec def default defer del delete desc describe dest detail details dict dir display div do done dst
	each elem element elif elif else empty end entry enum env eq err error errors event events except exec exit exp export
	extends extern
	fail false field fields file files filter final finally find first flag float fmt fn for foreach format from func function
	get global go goto group
	handle handler has hash head header headers height host html http https
	i id idx if impl implements import in index info init input insert instance int integer interface internal is item items
	iter iterator
	join json
	key keys kind
	label lambda last left len length let level line lines link list load local lock log logger long loop low
	main make map match max message meta method min mod mode model module msg mut mutex
	name namespace new next nil node none not now null num number
	obj object of off offset ok old on open operator opt option options opts or order other out output override
	package page param params parent parse parser part pass path pattern payload pkg pop port pos post prev print private
	process prop props protected proto pub public push put
	query queue
	raise range raw read reader rec record ref reflect reject remove render repr req request res reset resolve response rest
	result results return right root row rows run
	save scope select self send server set setup short size skip slice sort source span split sql src start state static
	status step stop store str stream string struct sub sum super switch sync
	table tag tags target task temp test tests text that then this thread throw throws time timeout timer title tmp to token
	tokens top total trait transform tree trim true try tuple type typedef typeof
	uint undefined union unit unsafe until update uri url use user users using util utils uuid
	val valid validate value values var vector version view virtual void
	wait where while width with word words wrap write writer
	x xml xs y yaml yes yield z zip
	addeventlistener console document fetch number object promise tostring parseint parsefloat window settimeout
	printf println sprintf errorf fprintf background withcancel withtimeout lock unlock rlock runlock waitgroup
	todo fixme note`) {
		words[w] = true
	}
	return words
}()
