interface Work {
  composerName?: string | undefined
  workTitle?: unknown
  conductorName?: string | undefined
  soloists: { soloistName: string }[]
}

/**
 * Title such as `New York Philharmonic: Mahler Symphony No. 5`. The main work is the last large one with a conductor;
 * encores and solo pieces have none.
 */
export function programmeTitle(orchestra: string, works: readonly Work[]): string {
  const conducted = works.filter((work) => work.conductorName !== undefined)
  const candidates = conducted.length > 0 ? conducted : works
  const main = candidates.findLast((work) => isLarge(titleText(work.workTitle))) ?? candidates.at(-1)
  const title = main ? workTitle(titleText(main.workTitle)) : ''
  if (!main || title === '') return orchestra
  // A film concert is known by the film, not by its composer.
  const isFilm = /live to film/i.test(titleText(main.workTitle))
  const composer = isFilm ? '' : composerName(main.composerName ?? '')
  return `${orchestra}: ${composer === '' ? title : `${composer} ${title}`}`
}

function isLarge(title: string): boolean {
  return /symphon|concerto for orchestra|requiem|messiah|passion|mass\b|live to film|daphnis|firebird|petrushka|rite of/i.test(
    title,
  )
}

/** A work with several movements is an object with its text under `_`. */
function titleText(title: unknown): string {
  if (typeof title === 'string') return title
  if (title !== null && typeof title === 'object' && '_' in title && typeof title._ === 'string')
    return title._
  return ''
}

/** `Bartok [Bartók],  Béla` → `Bartók`; empty for `Anthem,` and `Traditional,`. */
function composerName(archived: string): string {
  const surname = spelling(archived.split(',')[0] ?? '')
  return /^(anthem|traditional|unspecified|anonymous)$/i.test(surname) ? '' : surname
}

/** `Malkki [Mälkki], Susanna` → `Susanna Mälkki`; an ensemble has no comma and keeps its name. */
export function personName(archived: string): string {
  const [surname = '', ...given] = archived.split(',').map(spelling)
  return [...given.filter((part) => part !== '' && !/^(jr|sr)\.?$/i.test(part)), surname].join(' ').trim()
}

/** The archive puts the accented spelling after each word: `Stephane [Stéphane]`. */
function spelling(text: string): string {
  return text
    .replaceAll(/\S+\s+\[([^\]]+)\]/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const lowercaseWords = new Set([
  'a',
  'an',
  'and',
  'as',
  'at',
  'by',
  'de',
  'des',
  'du',
  'et',
  'for',
  'from',
  'in',
  'la',
  'le',
  'of',
  'on',
  'or',
  'the',
  'to',
  'und',
  'with',
])
const articles = /^(.+?),\s+(la|le|les|l'|the|il|der|die|das|a|an)$/i

/**
 * `CONCERTO, PIANO, NO. 1, D MINOR, OP.15` → `Piano Concerto No. 1`; `VALSE, LA` → `La Valse`. Removes keys,
 * catalogue numbers and arrangers, and keeps a nickname in brackets.
 */
export function workTitle(archived: string): string {
  const nickname = /\((?!ARR|ORIG|VIOLIN|VIOLA|PIANO|BRASS|ORCH|VERSION|\d)([^()]{3,40})\)\s*$/i.exec(
    archived,
  )?.[1]
  const plain = archived
    .replaceAll(/\([^()]*\)|\[[^\]]*\]/g, ' ')
    .replaceAll(/-?\s*live to film/gi, ' in concert')
    .replace(/,?\s*\b(in\s+)?[A-G](?:[\s-](?:sharp|flat))?[\s-](?:major|minor)\b.*$/i, '')
    .replace(/[,;]?\s*\b(?:op(?:us)?\.?|k\.|bwv|h\.|d\.|woo|sz\.?|rv|cth?\.)\s*\d.*$/i, '')
    .replace(/:.*$/, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s,;.]+$/, '')
    .trim()
  const [form = '', instrument, ...rest] = plain.split(/,\s*/)
  const isConcerto =
    /^(concerto|sonata|quartet|trio|quintet|duo)$/i.test(form) &&
    instrument !== undefined &&
    !/^no\./i.test(instrument)
  const article = articles.exec(plain)
  const ordered = isConcerto
    ? [instrument, form, ...rest].join(' ')
    : article
      ? `${article[2]} ${article[1]}`
      : plain
  const title = titleCase(ordered.replaceAll(/\s*,\s*/g, ', '))
  return nickname && title !== '' ? `${title} (${titleCase(nickname)})` : title
}

function titleCase(text: string): string {
  return text
    .toLowerCase()
    .split(' ')
    .map((word, index) => (index > 0 && lowercaseWords.has(word) ? word : capital(word)))
    .join(' ')
}

function capital(word: string): string {
  if (/^[ivx]+$/.test(word)) return word.toUpperCase()
  return word
    .replace(/\p{L}/u, (initial) => initial.toUpperCase())
    .replaceAll(/-\p{L}/gu, (pair) => pair.toUpperCase())
}
