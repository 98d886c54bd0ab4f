package obsidian

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// settings is what a vault's own .obsidian folder says that bears on reading
// it. A missing or broken file leaves Obsidian's defaults in place.
type settings struct {
	excluded    []*regexp.Regexp // "Excluded files", by path
	attachments string           // attachmentFolderPath: "/", "./", "./sub" or a folder
	templates   []string         // folders of templates, as vault paths
	dailyFolder string
	daily       *moment
	warnings    []string
}

// maxSettings bounds a settings file; real ones hold a few kilobytes.
const maxSettings = 1 << 20

func readSettings(vault string) *settings {
	s := &settings{}
	var app struct {
		UserIgnoreFilters    []string `json:"userIgnoreFilters"`
		AttachmentFolderPath string   `json:"attachmentFolderPath"`
	}
	s.read(vault, "app.json", &app)
	for _, filter := range app.UserIgnoreFilters {
		s.exclude(filter)
	}
	s.attachments = app.AttachmentFolderPath

	var daily struct{ Folder, Format string }
	s.read(vault, "daily-notes.json", &daily)
	s.dailyFolder = clean(daily.Folder)
	if daily.Format == "" {
		daily.Format = "YYYY-MM-DD"
	}
	s.daily = parseMoment(daily.Format)

	var templates struct{ Folder string }
	s.read(vault, "templates.json", &templates)
	var templater struct {
		Folder string `json:"templates_folder"`
	}
	s.read(vault, "plugins/templater-obsidian/data.json", &templater)
	for _, folder := range []string{templates.Folder, templater.Folder} {
		if folder = clean(folder); folder != "" {
			s.templates = append(s.templates, folder)
		}
	}
	return s
}

// clean makes a folder setting a vault path: "" for the vault itself.
func clean(folder string) string {
	folder = strings.Trim(path.Clean("/"+strings.ReplaceAll(folder, `\`, "/")), "/")
	return folder
}

func (s *settings) read(vault, name string, into any) {
	file := filepath.Join(vault, ".obsidian", filepath.FromSlash(name))
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := os.Open(file)
	if err != nil {
		return
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSettings))
	if err == nil {
		err = json.Unmarshal([]byte(strings.TrimPrefix(string(data), "\ufeff")), into)
	}
	if err != nil {
		s.warnings = append(s.warnings, fmt.Sprintf("The vault's settings in .obsidian/%s could not be read, so Obsidian's defaults hold: %v.", name, err))
	}
}

// exclude adds one entry of "Excluded files": /…/ is a regular expression,
// anything else the beginning of a path; both in any case.
func (s *settings) exclude(filter string) {
	expr := "^" + regexp.QuoteMeta(filter)
	if len(filter) > 2 && strings.HasPrefix(filter, "/") && strings.HasSuffix(filter, "/") {
		expr = filter[1 : len(filter)-1]
	}
	re, err := regexp.Compile("(?i)" + expr)
	if err != nil {
		s.warnings = append(s.warnings, fmt.Sprintf("The excluded-files entry %q in .obsidian/app.json is not understood and has no effect: %v.", filter, err))
		return
	}
	if filter != "" {
		s.excluded = append(s.excluded, re)
	}
}

// excludes says whether Obsidian leaves the file out. An entry for a folder is
// the beginning of its files' paths.
func (s *settings) excludes(rel string) bool {
	for _, re := range s.excluded {
		if re.MatchString(rel) {
			return true
		}
	}
	return false
}

// template says whether the vault path is a folder of templates or in one.
func (s *settings) template(rel string) bool {
	for _, folder := range s.templates {
		if strings.EqualFold(rel, folder) || len(rel) > len(folder) && strings.EqualFold(rel[:len(folder)+1], folder+"/") {
			return true
		}
	}
	return false
}

// dailyDate is the day a daily note is about; the zero time for other notes.
func (s *settings) dailyDate(rel string) time.Time {
	if s.dailyFolder != "" {
		if len(rel) <= len(s.dailyFolder) || !strings.EqualFold(rel[:len(s.dailyFolder)+1], s.dailyFolder+"/") {
			return time.Time{}
		}
		rel = rel[len(s.dailyFolder)+1:]
	}
	return s.daily.date(strings.TrimSuffix(rel, path.Ext(rel)))
}
