package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"gopkg.in/yaml.v3"
)

// clientDocument turns what an editor sent, the YAML's content as JSON, into a
// document without positions.
func clientDocument(text []byte) (*Document, *Problem) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	bad := func(message string) (*Document, *Problem) {
		return nil, &Problem{Severity: Error, Code: CodeSyntax, Layer: LayerClient, Message: message,
			Fix: "Send the configuration's content as a JSON object."}
	}
	if len(text) > MaxFileBytes {
		return bad("The configuration that the editor sent is too large.")
	}
	n, err := jsonNode(dec, 0)
	if err != nil {
		return bad("The configuration that the editor sent is not valid JSON.")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return bad("The configuration that the editor sent has text after its end.")
	}
	if isNull(n) {
		return &Document{}, nil
	}
	if n.Kind != yaml.MappingNode {
		return bad("The configuration that the editor sent is " + describe(n) + "; an object is needed.")
	}
	return &Document{Root: n}, nil
}

// jsonNode reads one value, keeping the order of keys.
func jsonNode(dec *json.Decoder, depth int) (*yaml.Node, error) {
	if depth > 100 {
		return nil, errors.New("too deep")
	}
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	scalar := func(tag, v string) (*yaml.Node, error) {
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: v}, nil
	}
	switch t := t.(type) {
	case nil:
		return scalar("!!null", "null")
	case bool:
		return scalar("!!bool", strconv.FormatBool(t))
	case json.Number:
		n := &yaml.Node{Kind: yaml.ScalarNode, Value: t.String()}
		n.Tag = n.ShortTag()
		return n, nil
	case string:
		n, _ := scalar("!!str", t)
		n.Style = yaml.DoubleQuotedStyle
		return n, nil
	case json.Delim:
		n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		if t == '{' {
			n.Kind, n.Tag = yaml.MappingNode, "!!map"
		}
		for dec.More() {
			e, err := jsonNode(dec, depth+1)
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, e)
		}
		_, err := dec.Token() // the closing one
		return n, err
	}
	return nil, errors.New("unexpected token")
}
