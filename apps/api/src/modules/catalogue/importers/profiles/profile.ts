import { isTimeZone } from '@terrace/domain/time/time-zones'
import { z } from 'zod'
import { placeholdersIn } from './templates.ts'

export const profileFormats = [
  'delimited',
  'json',
  'football-txt',
  'icalendar',
  'json-ld',
  'ticketmaster',
] as const
export type ProfileFormat = (typeof profileFormats)[number]

/** Formats with a fixed meaning: they need no columns. */
export const feedFormats: readonly ProfileFormat[] = ['icalendar', 'json-ld', 'ticketmaster']

/** What a column can give. */
export const fixtureFields = [
  'date',
  'time',
  'dateTime',
  'zone',
  'home',
  'away',
  'homeCountry',
  'awayCountry',
  'performers',
  'title',
  'name',
  'id',
  'venue',
  'city',
  'country',
  'round',
  'session',
  'status',
  'neutral',
  'competition',
  'season',
  'previousDate',
] as const
export type FixtureField = (typeof fixtureFields)[number]

const identifyingFields = [
  'id',
  'name',
  'title',
  'round',
  'session',
  'date',
  'time',
  'venue',
  'performers',
] as const
export type IdentifyingField = (typeof identifyingFields)[number]

const text = z.string().trim().min(1, 'is empty').max(200, 'must have at most 200 characters')
const field = z.enum(fixtureFields, { error: `must be one of ${fixtureFields.join(', ')}` })
const zone = text.refine(isTimeZone, 'is not a time zone such as Europe/London')
const template = z.union([text, z.array(text).min(1).max(5)], { error: 'must be text, or a list of texts' })

/** Texts between the names of a line-up. */
export const nameSeparators = [';', '|', ',', '/', '+', '•', '·'] as const
export type NameSeparator = (typeof nameSeparators)[number]

const settingsShape = z.strictObject({
  about: text,
  format: z.enum(profileFormats, { error: `must be one of ${profileFormats.join(', ')}` }),
  /** Namespace of the ids. */
  source: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens')
    .optional(),
  /** Path of the list of events in a JSON file, such as `matches`; empty when the file is the list. */
  list: z.string().max(200).default(''),
  /** A field of each JSON record with several events: a list, or an object of sessions and times. */
  each: text.optional(),
  columns: z.record(text, field).default({}),
  /** Fixed texts, or texts around columns: `Week {week}`. The first text without an empty column counts. */
  values: z.partialRecord(field, template).default({}),
  /** Columns that a file may lack. */
  optional: z.array(text).default([]),
  competition: z
    .union([z.strictObject({ slug: text }), z.strictObject({ from: z.enum(['column', 'title']) })], {
      error: 'must be {"slug": "…"} or {"from": "column" or "title"}',
    })
    .optional(),
  season: z
    .union(
      [
        z.strictObject({ name: text }),
        z.strictObject({ from: z.enum(['column', 'title', 'date', 'option']) }),
      ],
      { error: 'must be {"name": "…"} or {"from": "column", "title", "date" or "option"}' },
    )
    .optional(),
  /** The field of a JSON file next to the list that has its title, such as `English Premier League 2026/27`. */
  titleField: text.default('name'),
  /** Only for files with such a title. */
  titles: z.array(text).max(20).default([]),
  dateOrder: z.enum(['YMD', 'DMY', 'MDY'], { error: 'must be YMD, DMY or MDY' }).default('YMD'),
  /** Where the times are: `venue`, or one zone for every venue. */
  zone: z.union([z.literal('venue'), zone], { error: 'must be "venue" or a time zone' }).default('venue'),
  /** The zone in which an instant in the column of the date is a day. */
  dateZone: zone.optional(),
  /** What 3 or 4 digits in a text mean; a number in a JSON file always counts minutes since midnight. */
  timeNumbers: z.enum(['clock', 'minutes']).default('clock'),
  /** What identifies an event of a season, in addition to its two teams. */
  identifiedBy: z.array(z.enum(identifyingFields)).max(4).optional(),
  /** The teams are in the title: `Arsenal v Chelsea`, `Bears at Packers`. */
  teamsFromTitle: z.boolean().default(false),
  /** Between the names in the column of performers; `/` and `+` only with spaces around them. */
  performersBetween: z
    .enum(nameSeparators, { error: `must be one of ${nameSeparators.join(' ')}` })
    .optional(),
  /** Removed from the start and the end of titles, as is a year. */
  titleWithout: z.array(text).max(10).default([]),
  statuses: z.record(text, z.enum(['scheduled', 'postponed', 'cancelled', 'moved'])).default({}),
  /** Sessions that are the event itself, such as the race of a weekend. */
  mainSessions: z.array(text).default([]),
  sessionNames: z.record(text, text).default({}),
  leaveOut: z.array(z.strictObject({ column: text, words: z.array(text).min(1) })).default([]),
  /** Every row is a change of a known event. */
  isChangeList: z.boolean().default(false),
  /** The file lists every event of its season. */
  coversSeason: z.boolean().default(false),
  /** A round of at least this many events with one shared time has placeholder times. */
  placeholderRound: z.int().min(2).max(1000).optional(),
  prepare: z.enum(['orchestra-programmes']).optional(),
})

type SettingsShape = z.output<typeof settingsShape>

/** How to read one kind of file. */
export const profileSettings = settingsShape.superRefine((settings, context) => {
  for (const [path, message] of problemsOf(settings))
    context.addIssue({ code: 'custom', path: [path], message })
})
export type ProfileSettings = z.output<typeof profileSettings>

export const namedProfile = z.preprocess(
  (input) => {
    if (input === null || typeof input !== 'object') return input
    const { name, ...settings } = input as Record<string, unknown>
    return { name, settings }
  },
  z.object({
    name: z.string({ error: 'is missing' }).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
      error: 'must be lower-case words joined by hyphens',
    }),
    settings: profileSettings,
  }),
)

export interface Profile {
  name: string
  settings: ProfileSettings
}

/** Rules between settings, by the setting to change. */
function problemsOf(settings: SettingsShape): [string, string][] {
  const problems: [string, string][] = []
  const mapped = Object.entries(settings.columns)
  for (const [column, target] of mapped) {
    const other = mapped.find(([one, its]) => one !== column && its === target)
    if (other && mapped.findIndex(([one]) => one === column) < mapped.findIndex(([one]) => one === other[0]))
      problems.push(['columns', `"${column}" and "${other[0]}" both give ${target}; map only one of them`])
    if (settings.values[target] !== undefined)
      problems.push(['values', `${target} is already given by the column "${column}"`])
  }
  const gives = (target: FixtureField) =>
    settings.values[target] !== undefined || mapped.some(([, its]) => its === target)
  if (feedFormats.includes(settings.format)) {
    const isMapped = mapped.length > 0 || Object.keys(settings.values).length > 0
    if (isMapped) problems.push(['columns', `a file in the format ${settings.format} has no columns to map`])
    return problems
  }
  if (settings.competition === undefined)
    problems.push(['competition', 'is missing: {"slug": "…"}, {"from": "column"} or {"from": "title"}'])
  else if (settings.season === undefined)
    problems.push([
      'season',
      'is missing: the competition needs one: {"name": "2026-27"} or {"from": "column", "title", "date" or "option"}',
    ])
  for (const name of ['competition', 'season'] as const) {
    const from = settings[name] && 'from' in settings[name] ? settings[name].from : undefined
    if (from === 'column' && !gives(name)) problems.push([name, `no column gives the ${name}`])
    if (from !== 'column' && gives(name))
      problems.push([name, 'must be {"from": "column"}, as a column gives it'])
    if (from === 'title' && settings.format === 'delimited')
      problems.push([name, 'a table has no title; use "column" or a fixed value'])
  }
  if (!gives('date') && !gives('dateTime')) problems.push(['columns', 'no column gives date or dateTime'])
  if (gives('date') && gives('dateTime')) problems.push(['columns', 'map either date or dateTime, not both'])
  const hasTeams = gives('home') || gives('away')
  if (hasTeams && !(gives('home') && gives('away')))
    problems.push(['columns', `no column gives ${gives('home') ? 'away' : 'home'}`])
  if (!hasTeams && !gives('title') && !gives('performers'))
    problems.push(['columns', 'map home and away, a title, or performers'])
  if (gives('id') && settings.source === undefined)
    problems.push(['source', 'is missing: name whose ids these are, such as "nflverse"'])
  for (const by of settings.identifiedBy ?? []) {
    const isGiven = by === 'date' || gives(by) || (by === 'time' && gives('dateTime'))
    if (!isGiven) problems.push(['identifiedBy', `no column gives ${by}`])
  }
  return problems
}

/** The columns that a profile reads, those in texts included. */
export function columnsOf({ columns, values, leaveOut }: ProfileSettings): string[] {
  const texts = Object.values(values).flat()
  const named = [
    ...Object.keys(columns),
    ...texts.flatMap(placeholdersIn),
    ...leaveOut.map((one) => one.column),
  ]
  return [...new Set(named)].filter((column) => !column.startsWith('file.'))
}
