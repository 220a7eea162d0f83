import type { Command, CommandGroup } from '#web/lib/commands/command.ts'
import type { JumpTarget, TargetResults } from '#web/lib/commands/jump-target.ts'
import { isNamedBy, matchesText } from '#web/lib/commands/match-text.ts'
import { commandEntry, targetEntry, type EntryGroup, type PaletteEntry } from './palette-entry.ts'
import { parsePaletteText } from './palette-text.ts'

export interface PaletteContent {
  /** Commands that are offered, in the groups of the page. */
  commands: readonly CommandGroup[]
  pages: readonly JumpTarget[]
  recent: readonly PaletteEntry[]
  events: TargetResults
  orders: TargetResults
  quotes: TargetResults
  clients: TargetResults
  holds: readonly JumpTarget[]
  tracked: readonly JumpTarget[]
}

const maxPerGroup = 6
/** Recent entries that are shown before anything is typed. */
const maxRecentShown = 5

/** The palette's lines for a typed text. */
export interface PaletteResults {
  groups: readonly EntryGroup[]
  /** The groups at the top whose place no result that is still loading can change. */
  first: readonly EntryGroup[]
}

/**
 * Entries for a typed text. `searched` is the text of the last request: results of another text are shown only if they
 * match.
 */
export function paletteGroups(text: string, searched: string, content: PaletteContent): PaletteResults {
  const { scope, search } = parsePaletteText(text)
  const { commands, pages, recent, events, orders, quotes, clients, holds, tracked } = content
  const isCurrent = search === searched
  const matching = (targets: readonly JumpTarget[]) => targets.filter((target) => matchesText(search, target))
  const resultsOf = (
    { latest, found, isOfEarlierText }: TargetResults,
    filter?: (target: JumpTarget) => boolean,
  ) => {
    const all = [...matching(latest), ...(isCurrent && !isOfEarlierText ? found : matching(found))]
    return all.filter((target) => filter?.(target) ?? true).map(targetEntry)
  }
  const ordersAndQuotes = {
    title: 'Orders and quotes',
    entries: [...resultsOf(quotes), ...resultsOf(orders)],
  }
  const clientGroup = { title: 'Clients', entries: resultsOf(clients) }

  if (scope === 'orders') return { groups: limited([ordersAndQuotes], 20), first: [] }
  if (scope === 'clients') return { groups: limited([clientGroup], 20), first: [] }
  if (search === '') {
    const everything = commands.map(({ title, commands: members }) => ({
      title,
      entries: entriesOf(members.filter(({ isSearchOnly }) => !isSearchOnly)),
    }))
    if (scope === 'actions') return inMemory(limited(everything, 20))
    const goTo = { title: 'Go to', entries: pages.map(targetEntry) }
    const latest = { title: 'Recent', entries: recent.slice(0, maxRecentShown) }
    return inMemory(limited([latest, ...everything, goTo], 20))
  }

  const actions = {
    title: 'Actions',
    entries: entriesOf(commands.flatMap(({ commands: members }) => members)).filter((entry) =>
      matchesText(search, entry),
    ),
  }
  if (scope === 'actions') return inMemory(limited([actions], 20))
  const goTo = { title: 'Go to', entries: matching(pages).map(targetEntry) }
  const holdGroup = { title: 'Holds', entries: matching(holds).map(targetEntry) }
  const trackedGroup = { title: 'Tracked listings', entries: matching(tracked).map(targetEntry) }
  // A search for an event's name finds the event before its holds and tracked listings; a search for seats finds those
  // first.
  const isNamed = (group: EntryGroup) =>
    group.entries.some(({ title, detail }) =>
      isNamedBy(search, group === holdGroup || group === trackedGroup ? detail : title),
    )
  // Groups in memory with a matching name stay above results that arrive later.
  const first = [actions, goTo, clientGroup, holdGroup, trackedGroup].filter(isNamed)
  const eventGroup = { title: 'Events', entries: resultsOf(events, ({ kind }) => kind === 'event') }
  const placeGroup = {
    title: 'Teams and places',
    entries: resultsOf(events, ({ kind }) => kind === 'event_list'),
  }
  const rest = [
    eventGroup,
    actions,
    holdGroup,
    ordersAndQuotes,
    clientGroup,
    trackedGroup,
    placeGroup,
    goTo,
  ].filter((group) => !first.includes(group))
  const matchingRecent = recent.filter((entry) => matchesText(search, entry)).slice(0, 3)
  const top = [{ title: 'Recent', entries: matchingRecent }, ...first]
  const isLoading = (...sources: TargetResults[]) =>
    !isCurrent || sources.some(({ isPending, isFailed, isOffline }) => isPending && !isFailed && !isOffline)
  const loading: EntryGroup[] = [
    ...(isLoading(events) ? [eventGroup, placeGroup] : []),
    ...(isLoading(orders, quotes) ? [ordersAndQuotes] : []),
    ...(isLoading(clients) ? [clientGroup] : []),
  ]
  const firstLoading = rest.findIndex((group) => loading.includes(group))
  const beforeLoading = firstLoading === -1 ? rest : rest.slice(0, firstLoading)
  return {
    groups: limited([...top, ...rest], maxPerGroup),
    first: limited([...top, ...beforeLoading], maxPerGroup),
  }
}

const inMemory = (groups: readonly EntryGroup[]): PaletteResults => ({ groups, first: groups })

/** The lines of a palette that offers commands only. */
export function commandGroups(text: string, commands: readonly CommandGroup[]): PaletteResults {
  const groups = commands.map(({ title, commands: members }) => ({
    title,
    entries: entriesOf(members).filter((entry) => matchesText(text.trim(), entry)),
  }))
  return inMemory(limited(groups, 20))
}

const entriesOf = (commands: readonly Command[]) =>
  commands
    // The command that opened the palette is still offered while it renders for the first time.
    .filter(({ id }) => id !== 'palette')
    .map(commandEntry)
    .filter((entry) => entry !== null)

/** Groups with entries, each entry once. */
function limited(groups: readonly EntryGroup[], perGroup: number): EntryGroup[] {
  const seen = new Set<string>()
  return groups
    .map(({ title, entries }) => {
      const fresh = entries.filter(({ value }) => !seen.has(value) && seen.add(value)).slice(0, perGroup)
      return { title, entries: fresh }
    })
    .filter(({ entries }) => entries.length > 0)
}
