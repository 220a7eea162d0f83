import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SearchRecord } from '../../engine/records/record-values.ts'
import { dictionaryNames, type DictionaryEntry, type DictionaryName } from '../../language/dictionaries.ts'
import { pluralLanguages } from '../../language/plurals.ts'
import { stopWordLanguages, stopWordsOf } from '../../language/stop-words.ts'
import { AlgoliaError, badRequest } from '../algolia-error.ts'
import { dictionaryIndex, dictionarySettings } from '../internal-indexes.ts'
import { requirePermission } from '../keys.ts'
import { grantFor, jsonOf, pathPart } from '../request-context.ts'
import { asJsonObject, type JsonObject } from '../search/search-context.ts'
import type { Writer } from '../writer.ts'
import { searchEntries, textIn, textsIn } from './search-entries.ts'
import { dictionariesIn } from './word-lists.ts'

const maxEntries = 20_000

/** Mounts the routes of the dictionaries, which all indexes share. */
export function mountDictionaries(api: FastifyInstance, { indexes, route, write, done }: Writer): void {
  route('POST', '/dictionaries/:dictionary/batch', async (request) => {
    requirePermission(grantFor(request), 'editSettings')
    const name = dictionaryOf(request)
    const { requests, clearExistingDictionaryEntries: isCleared = false } = jsonOf(request)
    if (!Array.isArray(requests)) throw badRequest('requests: expected an array')
    if (typeof isCleared !== 'boolean')
      throw badRequest('clearExistingDictionaryEntries: expected true or false')
    const changes = requests.map((each: unknown) => readChange(name, asJsonObject(each)))
    await write(() => {
      const kept = isCleared ? 0 : dictionariesIn(indexes).entries[name].length
      if (kept + changes.length > maxEntries) throw badRequest(`Too many entries, at most ${maxEntries}`)
      const write = { index: dictionaryIndex(name), isCleared, records: new Map(changes) }
      return { writes: [write], result: undefined }
    })
    return done('updatedAt')
  })

  api.post('/dictionaries/:dictionary/search', (request) => {
    requirePermission(grantFor(request), 'settings')
    const name = dictionaryOf(request)
    const body = jsonOf(request)
    const { language } = body
    const { entries, withoutStandard } = dictionariesIn(indexes)
    const custom = entries[name].map((entry) => ({ ...entry, type: 'custom' }))
    const standard = name === 'stopwords' ? standardStopWords(withoutStandard[name]) : []
    const all = [...custom, ...standard]
    return searchEntries(
      language === undefined || language === null ? all : all.filter((entry) => entry.language === language),
      body,
    )
  })

  api.get('/dictionaries/:dictionary/settings', (request) => {
    requirePermission(grantFor(request), 'settings')
    const { withoutStandard } = dictionariesIn(indexes)
    const disabled = dictionaryNames.map((name) => {
      const languages = [...withoutStandard[name]]
      return [name, languages.length === 0 ? null : Object.fromEntries(languages.map((code) => [code, true]))]
    })
    return { disableStandardEntries: Object.fromEntries(disabled) as JsonObject }
  })

  route('PUT', '/dictionaries/:dictionary/settings', async (request) => {
    requirePermission(grantFor(request), 'editSettings')
    const { disableStandardEntries } = jsonOf(request)
    const records = readDisabled(asJsonObject(disableStandardEntries))
    await write(() => ({ writes: [{ index: dictionarySettings, records }], result: undefined }))
    return done('updatedAt')
  })

  api.get('/dictionaries/:dictionary/languages', (request) => {
    requirePermission(grantFor(request), 'settings')
    const { entries } = dictionariesIn(indexes)
    const withEntries = dictionaryNames.flatMap((name) => entries[name].map(({ language }) => language))
    const languages = new Set([...stopWordLanguages, ...pluralLanguages, ...withEntries])
    const countsOf = (language: string) =>
      dictionaryNames.map((name) => {
        const nbCustomEntries = entries[name].filter((entry) => entry.language === language).length
        return [name, { nbCustomEntries }]
      })
    return Object.fromEntries(
      [...languages].toSorted().map((language) => [language, Object.fromEntries(countsOf(language))]),
    )
  })
}

function dictionaryOf(request: FastifyRequest): DictionaryName {
  const part = pathPart(request, 'dictionary')
  const name = dictionaryNames.find((each) => each === part)
  if (!name) throw new AlgoliaError(404, `Dictionary ${part} does not exist`)
  return name
}

/** Entries get the same id at every search. */
function standardStopWords(disabled: ReadonlySet<string>) {
  return stopWordLanguages
    .filter((language) => !disabled.has(language))
    .flatMap((language) =>
      [...stopWordsOf(language)].map((word) => ({
        objectID: createHash('md5').update(`${language} ${word}`).digest('hex'),
        language,
        word,
        state: 'enabled' as const,
        type: 'standard',
      })),
    )
}

/** The id of an entry and its content; null deletes it. */
function readChange(name: DictionaryName, { action, body }: JsonObject): [string, SearchRecord | null] {
  const entry = asJsonObject(body)
  const objectID = textIn('objectID', entry['objectID'])
  if (action === 'deleteEntry') return [objectID, null]
  if (action !== 'addEntry') throw badRequest('action: Invalid value, expected one of addEntry, deleteEntry')
  return [objectID, { ...readEntry(name, objectID, entry) }]
}

/** @throws AlgoliaError 400 that names the invalid attribute */
function readEntry(name: DictionaryName, objectID: string, body: JsonObject): DictionaryEntry {
  const language = textIn('language', body['language']).toLowerCase()
  if (!/^[a-z]{2}(-[a-z]{2})?$/.test(language)) throw badRequest('language: expected a code such as en')
  const common = { objectID, language }
  if (name === 'plurals') return { ...common, words: textsIn('words', body['words']) }
  const word = textIn('word', body['word'])
  if (name === 'compounds')
    return { ...common, word, decomposition: textsIn('decomposition', body['decomposition']) }
  const { state = 'enabled' } = body
  if (state !== 'enabled' && state !== 'disabled')
    throw badRequest('state: Invalid value, expected one of enabled, disabled')
  return { ...common, word, state }
}

function readDisabled(body: JsonObject): Map<string, SearchRecord> {
  const records = new Map<string, SearchRecord>()
  for (const [name, value] of Object.entries(body)) {
    if (!dictionaryNames.some((each) => each === name))
      throw badRequest(`disableStandardEntries: ${name.slice(0, 100)} is not a dictionary`)
    const languages = Object.entries(value === null ? {} : asJsonObject(value))
    if (languages.some(([, isDisabled]) => typeof isDisabled !== 'boolean'))
      throw badRequest(`disableStandardEntries.${name}: expected true or false for each language`)
    const disabled = languages.filter(([, isDisabled]) => isDisabled === true).map(([code]) => code)
    records.set(name, { objectID: name, languages: disabled })
  }
  return records
}
