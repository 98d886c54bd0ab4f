package index

import (
	index "github.com/blevesearch/bleve_index_api"
)

// The names of the bleve fields.
const (
	termField   = "t" // all terms, see packed
	headField   = "d" // a noteHead or sectionHead, read back by document number
	recordField = "r" // stored only
	vocabField  = "v" // forms of words by stem, see vocabulary
)

// document is a bleve document whose fields were analysed before: bleve's own
// mapping and analysis would cost most of the time of indexing.
type document struct {
	id     string
	fields []index.Field
	size   int
}

func (d *document) ID() string { return d.id }
func (d *document) Size() int  { return d.size }
func (d *document) VisitFields(visit index.FieldVisitor) {
	for _, f := range d.fields {
		visit(f)
	}
}
func (d *document) VisitComposite(index.CompositeFieldVisitor) {}
func (d *document) HasComposite() bool                         { return false }
func (d *document) NumPlainTextBytes() uint64                  { return uint64(d.size) }
func (d *document) AddIDField()                                {} // it has one from the start
func (d *document) StoredFieldsBytes() uint64                  { return 0 }
func (d *document) Indexed() bool                              { return true }

func newDocument(id string, head, record []byte, terms index.TokenFrequencies) *document {
	d := &document{id: id, size: len(record) + 24*len(terms), fields: make([]index.Field, 1, 4)}
	d.fields[0] = &field{name: "_id", value: []byte(id), options: index.IndexField | index.StoreField, terms: single(id)}
	if head != nil {
		d.fields = append(d.fields, &field{name: headField, options: index.IndexField | index.DocValues, terms: single(string(head))})
	}
	if record != nil {
		d.fields = append(d.fields, &field{name: recordField, value: record, options: index.StoreField})
	}
	if len(terms) > 0 {
		d.fields = append(d.fields, &field{name: termField, options: index.IndexField, terms: terms})
	}
	return d
}

// field is a bleve field with its terms counted.
type field struct {
	name    string
	value   []byte
	options index.FieldIndexingOptions
	terms   index.TokenFrequencies
}

func (f *field) Name() string                                     { return f.name }
func (f *field) Value() []byte                                    { return f.value }
func (f *field) ArrayPositions() []uint64                         { return nil }
func (f *field) EncodedFieldType() byte                           { return 't' }
func (f *field) Analyze()                                         {}
func (f *field) Options() index.FieldIndexingOptions              { return f.options }
func (f *field) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.terms }
func (f *field) NumPlainTextBytes() uint64                        { return uint64(len(f.value)) }

// AnalyzedLength is stored with every posting; lengths are kept elsewhere, so
// it is the number that takes the least space and still allows the short form
// of a term with one posting.
func (f *field) AnalyzedLength() int { return 1 }

func single(term string) index.TokenFrequencies {
	return index.TokenFrequencies{term: frequency(1)}
}

// frequencies are shared: bleve reads nothing else from them.
var frequencies = func() (t [packedValues]*index.TokenFreq) {
	all := make([]index.TokenFreq, len(t))
	for i := range t {
		all[i].SetFrequency(i)
		t[i] = &all[i]
	}
	return t
}()

func frequency(p packed) *index.TokenFreq { return frequencies[p] }
