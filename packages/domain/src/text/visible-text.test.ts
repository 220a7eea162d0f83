import { expect, test } from 'vitest'
import { removeInvisible, toVisibleLine } from './visible-text.ts'

test.each([
  ['an override of the direction', 'Ada\u202EecalevoL', 'AdaecalevoL'],
  ['isolates', '\u2066Ada\u2069', 'Ada'],
  ['direction marks', 'Ada\u200E \u200FLovelace\u061C', 'Ada Lovelace'],
  ['zero-width spaces and a byte order mark', '\uFEFFA\u200Bda\u2060', 'Ada'],
  ['controls', 'A\u0007d\u009Fa\u007F', 'Ada'],
  ['a soft hyphen and fillers', 'A\u00ADd\u3164a\u115F', 'Ada'],
  ['joiners that join nothing', '\u200DAda\u200C 1\u200D2', 'Ada 12'],
  ['a long text of tags', 'A'.concat('\u{E0041}'.repeat(100_000), 'da'), 'Ada'],
  ['hidden tags', 'Ada\u{E0041}\u{E0042}', 'Ada'],
])('%s is removed', (_, text, visible) => {
  expect(removeInvisible(text)).toBe(visible)
})

test.each([
  ['Arabic', 'محمد عبد الله'],
  ['Hebrew with points', 'שָׁלוֹם עֲלֵיכֶם'],
  ['Persian, whose plural has a non-joiner', 'کتاب\u200Cها'],
  ['Sinhala, whose conjuncts have a joiner', 'ශ්\u200Dරී'],
  ['Devanagari', 'क्\u200Dष'],
  ['a family emoji', '👩🏽\u200D👩\u200D👧\u200D👦'],
  ['a flag of tags', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['an emoji variant', '❤\uFE0F\u200D🔥'],
  ['line breaks and tabs', 'one\r\n\ttwo'],
  ['combining accents', 'Zoe\u0308'],
])('%s stays as written', (_, text) => {
  expect(removeInvisible(text)).toBe(text)
})

test.each([
  ['line breaks', 'Quay Ltd\r\nTerms  agreed', 'Quay Ltd Terms  agreed'],
  ['tabs', 'Quay\tLtd', 'Quay Ltd'],
  ['line separators', 'Quay\u2028 Ltd\u2029', 'Quay Ltd'],
  ['line breaks at the ends', '\n Quay Ltd\n', 'Quay Ltd'],
])('a name is on one line: %s', (_, text, line) => {
  expect(toVisibleLine(text)).toBe(line)
})
