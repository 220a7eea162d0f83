import { expect, test } from 'vitest'
import { slugify } from './slug.ts'

test.each([
  ['Arsenal FC v Manchester United FC', 'arsenal-fc-v-manchester-united-fc'],
  ['1. FC Köln', '1-fc-koln'],
  ['Atlético Madrid', 'atletico-madrid'],
  ['São Paulo Grand Prix', 'sao-paulo-grand-prix'],
  ['Brighton & Hove Albion', 'brighton-and-hove-albion'],
  ['AT&T Stadium', 'at-and-t-stadium'],
  ['A.F.C. Bournemouth', 'afc-bournemouth'],
  ['St. Pauli', 'st-pauli'],
  ["Queen's Club", 'queens-club'],
  ['O’Neills', 'oneills'],
  ['Brøndby IF', 'brondby-if'],
  ['Łódź', 'lodz'],
  ['Weißenfels', 'weissenfels'],
  ['Beşiktaş JK', 'besiktas-jk'],
  ['İstanbul Başakşehir', 'istanbul-basaksehir'],
  ['Paris Saint‑Germain', 'paris-saint-germain'],
  ['  Two   spaces__and/slashes  ', 'two-spaces-and-slashes'],
  ['Mobile link/PKPASS', 'mobile-link-pkpass'],
  ['ﬁnal', 'final'],
  ['Season 2026/27', 'season-2026-27'],
  ['Version 1.5', 'version-1-5'],
])('[MOBILE-07] "%s" becomes "%s"', (name, slug) => {
  expect(slugify(name)).toBe(slug)
  expect(slugify(slug)).toBe(slug)
})

test.each(['', ' ', '东京', 'Спартак', '!!!', '🏟️'])('"%s" still has a slug', (name) => {
  expect(slugify(name)).toMatch(/^n-[0-9a-z]{7}$/)
  expect(slugify(slugify(name))).toBe(slugify(name))
})

test('names without a usable character have distinct slugs', () => {
  expect(slugify('Спартак')).not.toBe(slugify('Динамо'))
})
