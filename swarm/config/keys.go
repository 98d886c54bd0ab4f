package config

import (
	"iter"
	"slices"
)

// since is the version that the keys of the first release carry.
const since = "0.1.0"

// table is every key, in the order of documentation.
var table = slices.Concat(
	[]Key{section("providers", "The sources of knowledge.")},
	byteroverKeys, obsidianKeys, localMarkdownKeys, gbrainKeys, memoryWikiKeys,
	routingKeys, enrichmentKeys, performanceKeys, budgetKeys, editorKeys, ignoredKeys,
)

// Keys yields every key in the order of documentation.
func Keys() iter.Seq[Key] { return slices.Values(table) }

func section(path, doc string) Key {
	return Key{Path: path, Type: TypeSection, Since: since, Doc: doc}
}

func flag(path string, def bool, doc string) Key {
	k := Key{Path: path, Type: TypeBool, Default: def, Since: since, Doc: doc, Example: "true"}
	if def {
		k.Example = "false"
	}
	return k
}

func number(path string, def, lowest int, example, doc string) Key {
	return Key{Path: path, Type: TypeInt, Default: def, Min: float64(lowest), Max: maxInt, Since: since, Doc: doc, Example: example}
}

func ratio(path string, def, lowest, highest float64, example, doc string) Key {
	return Key{Path: path, Type: TypeFloat, Default: def, Min: lowest, Max: highest, Since: since, Doc: doc, Example: example}
}

func choice(path, def string, values []string, doc string) Key {
	return Key{Path: path, Type: TypeEnum, Default: def, Values: values, Since: since, Doc: doc, Example: values[len(values)-1]}
}

func folder(path, example, doc string) Key {
	return Key{Path: path, Type: TypePath, Required: true, Since: since, Doc: doc, Example: example}
}

func (k Key) with(change func(*Key)) Key {
	change(&k)
	return k
}

func noEffect(k Key) Key { return k.with(func(k *Key) { k.NoEffect = true }) }
func guarded(k Key) Key  { return k.with(func(k *Key) { k.Guarded = true }) }
func optional(k Key) Key { return k.with(func(k *Key) { k.Required = false }) }
