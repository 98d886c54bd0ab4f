package config

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// scalar decodes one value as its key says. It reports what is wrong and
// returns ok false when the value cannot be used.
func (r *reader) scalar(k Key, n *yaml.Node, path string) (v any, ok bool) {
	if k.Type == TypeStrings {
		return r.strings(n, path)
	}
	if n.Kind != yaml.ScalarNode {
		r.wrongType(k, n, path)
		return nil, false
	}
	text := n.Value
	quoted := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
	expanded := r.expand(n, path)
	// A number or switch may come from a variable: the quotes are then needed
	// by nobody.
	if expanded != text {
		quoted = false
	}
	switch k.Type {
	case TypeBool:
		return r.boolean(k, n, path, expanded, quoted)
	case TypeInt, TypeFloat:
		return r.number(k, n, path, expanded, quoted)
	case TypeEnum:
		if slices.Contains(k.Values, expanded) {
			return expanded, true
		}
		r.notAllowed(k, n, path, expanded)
		return nil, false
	case TypeSecret:
		r.plainSecret(n, path)
		return expanded, true
	case TypeString:
		if u, err := url.Parse(text); err == nil && u.User != nil {
			r.plainSecret(n, path)
		}
	case TypePath:
		if strings.TrimSpace(expanded) == "" {
			r.report(Problem{Severity: Error, Code: CodeMissing, Path: path, Message: k.Name() + " is empty.", Fix: "Write the folder's path, such as " + k.Example + "."}, n)
			return nil, false
		}
		if strings.ContainsRune(expanded, 0) {
			r.report(Problem{Severity: Error, Code: CodeNotAllowed, Path: path, Message: "A path cannot hold the character NUL.", Fix: "Remove it."}, n)
			return nil, false
		}
		return absolute(expanded, r.base, r.home), true
	}
	return expanded, true
}

func (r *reader) boolean(k Key, n *yaml.Node, path, text string, quoted bool) (any, bool) {
	if !quoted || n.ShortTag() == "!!bool" {
		switch text {
		case "true", "True", "TRUE":
			return true, true
		case "false", "False", "FALSE":
			return false, true
		}
	}
	meant, known := map[string]bool{"true": true, "yes": true, "on": true, "y": true, "false": false, "no": false, "off": false, "n": false}[strings.ToLower(text)]
	if !known {
		r.wrongType(k, n, path)
		return nil, false
	}
	// YAML 1.1's words and quoted ones are not booleans in YAML 1.2, but what
	// they mean is plain, and a switch that somebody turned off stays off.
	r.report(Problem{Severity: Warning, Code: CodeWrongType, Path: path, Suggestion: strconv.FormatBool(meant),
		Message: fmt.Sprintf("%s is text here; it is taken as %t.", strconv.Quote(short(text)), meant),
		Fix:     fmt.Sprintf("Write %t, without quotes.", meant)}, n)
	return meant, true
}

func (r *reader) number(k Key, n *yaml.Node, path, text string, quoted bool) (any, bool) {
	f, err := parseNumber(text)
	if err != nil || quoted {
		p := r.typeProblem(k, n, path)
		if err == nil {
			p.Fix, p.Suggestion = "Remove the quotes.", text
		}
		r.report(p, n)
		return nil, false
	}
	if k.Type == TypeInt && f != math.Trunc(f) {
		p := r.typeProblem(k, n, path)
		p.Message = fmt.Sprintf("%s is %s; a whole number is needed.", k.Name(), short(text))
		r.report(p, n)
		return nil, false
	}
	if math.IsNaN(f) || math.IsInf(f, 0) || f < k.Min || f > k.Max || (k.MinOpen && f == k.Min) {
		p := Problem{Severity: Error, Code: CodeOutOfRange, Path: path,
			Message: fmt.Sprintf("%s is %s; %s.", k.Name(), short(text), k.bounds()), Fix: "Write " + k.Example + ", for example."}
		r.report(p, n)
		return nil, false
	}
	if (k.SoftMin != 0 || k.SoftMax != 0) && (f < k.SoftMin || f > k.SoftMax) {
		r.report(Problem{Severity: Warning, Code: CodeOutOfRange, Path: path,
			Message: fmt.Sprintf("The value %s is outside %s to %s; it is used as it is.", short(text), num(k.SoftMin), num(k.SoftMax)),
			Fix:     "Use a value from " + num(k.SoftMin) + " to " + num(k.SoftMax) + " unless you mean it."}, n)
	}
	if k.Type == TypeInt {
		return int(f), true
	}
	return f, true
}

// parseNumber reads YAML's numbers: decimal, 0x, 0o, 1_000, .inf, .nan.
func parseNumber(text string) (float64, error) {
	var f float64
	n := yaml.Node{Kind: yaml.ScalarNode, Value: strings.TrimSpace(text)}
	if tag := n.ShortTag(); tag != "!!int" && tag != "!!float" {
		return 0, fmt.Errorf("not a number")
	}
	if err := n.Decode(&f); err != nil {
		return 0, err
	}
	return f, nil
}

func num(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// bounds says in words what a number may be.
func (k Key) bounds() string {
	low := "at least " + num(k.Min)
	if k.MinOpen {
		low = "more than " + num(k.Min)
	}
	if k.Max >= maxInt {
		return "it must be " + low
	}
	return "it must be " + low + " and at most " + num(k.Max)
}

// strings decodes a list of texts; one text alone is a list of one.
func (r *reader) strings(n *yaml.Node, path string) (any, bool) {
	if n.Kind == yaml.ScalarNode {
		return []string{r.expand(n, path)}, true
	}
	k, _ := Lookup(path)
	if n.Kind != yaml.SequenceNode {
		r.wrongType(k, n, path)
		return nil, false
	}
	out := []string{}
	for i, e := range n.Content {
		e = resolve(e)
		if !r.spend(e) {
			return nil, false
		}
		if e.Kind != yaml.ScalarNode || isNull(e) {
			r.wrongType(Key{Path: k.Path, Type: TypeString, Example: "archive"}, e, joinIndex(path, i))
			continue
		}
		out = append(out, r.expand(e, joinIndex(path, i)))
	}
	return out, true
}

func (r *reader) notAllowed(k Key, n *yaml.Node, path, text string) {
	p := Problem{Severity: Error, Code: CodeNotAllowed, Path: path,
		Message: fmt.Sprintf("%s cannot be %s.", k.Name(), strconv.Quote(short(text))),
		Fix:     "Write one of " + strings.Join(k.Values, ", ") + "."}
	if near := nearest(text, k.Values); near != "" {
		p.Fix, p.Suggestion = "Did you mean "+near+"? Allowed are "+strings.Join(k.Values, ", ")+".", near
	}
	r.report(p, n)
}

func (r *reader) wrongType(k Key, n *yaml.Node, path string) { r.report(r.typeProblem(k, n, path), n) }

func (r *reader) typeProblem(k Key, n *yaml.Node, path string) Problem {
	want := map[Type]string{
		TypeSection: "a mapping", TypeMap: "a mapping", TypeList: "a list", TypeBool: "true or false",
		TypeInt: "a whole number", TypeFloat: "a number", TypeStrings: "a list of texts", TypePath: "a path",
	}[k.Type]
	if want == "" {
		want = "text"
	}
	p := Problem{Severity: Error, Code: CodeWrongType, Path: path,
		Message: fmt.Sprintf("%s is %s; %s is needed.", k.Name(), describe(n), want)}
	if k.Example == "" {
		p.Fix = "Write its keys below it, indented by two spaces."
	} else {
		p.Fix = "Write `" + k.Name() + ": " + k.Example + "`, for example."
	}
	return p
}
