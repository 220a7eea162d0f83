import { createHash } from 'node:crypto'
import type { SourceClaim, SourceRef, Link } from '../../importers/event-sources/event-sources.repo.ts'
import { sourceEventOf, type SourceEvent } from '../../importers/event-sources/source-event.ts'
import { isNewer } from '../../importers/readers/source-feed.ts'
import type { Unmatched } from '../../importers/event-sources/unmatched.repo.ts'
import type { Fixture } from '../../importers/fixtures/fixture.ts'
import type { Resolution } from '../../importers/fixtures/resolve-fixtures.ts'
import { matchKey } from '../../matching/match-key.ts'
import { decideKnown, decideNew, decision, waitingDecision, type Decision } from './decide-row.ts'
import type { StoredEvent } from '../event-values.ts'
import type { Outcome, WaitingEntry } from '../import-run.ts'
import type { Staging } from '../staging.ts'

export interface FixtureInput extends Pick<WaitingEntry, 'fileName'> {
  line: number
  fixture: Fixture
  resolution: Resolution
  /** The event that the source's id is linked to; `undefined` for a new id. */
  link: Link | undefined
  /** Decision about this row so far; `undefined` if it never waited. */
  status: Unmatched['status'] | undefined
  stored: StoredEvent | undefined
}

/** Decides about a row of a file whose competition is known. */
export async function decideFixture(staging: Staging, input: FixtureInput): Promise<Decision> {
  const { line, fixture, resolution, status, stored } = input
  const entry = entryOf(fixture)
  const about = { title: entry.title, localAt: timeTextOf(fixture) }
  if (status === 'dismissed')
    return decision(line, 'skipped', { ...about, reason: `${entry.title}: was dismissed` })
  if ('bad' in resolution) return decision(line, 'invalid', { ...about, reason: resolution.bad })
  if ('missing' in resolution)
    return waitingDecision(line, { entry, missing: resolution.missing, fileName: input.fileName, line })
  const resolved = resolution.fixture
  const key = stored ? `#${stored.id}` : resolved.sourceKey
  const refusal = findRefusal(input, { title: resolved.title, earlierLine: staging.seen.get(key)?.line })
  if (refusal) return decision(line, refusal.outcome, { ...about, reason: refusal.reason })
  const made = stored ? await decideKnown(staging, resolved, stored) : await decideNew(staging, resolved)
  staging.seen.set([key], { line, eventId: made.eventId ?? 0, ref: 0, text: 0 })
  return withLink(made, input, entry)
}

/** Why a row whose names are known changes nothing; `undefined` if it may. */
function findRefusal(
  { fixture, link, stored }: FixtureInput,
  { title, earlierLine }: { title: string; earlierLine: number | undefined },
): { outcome: Outcome; reason: string } | undefined {
  if (earlierLine !== undefined) {
    const hint =
      'home' in fixture.identity ? ': several meetings of a season need a column that tells them apart' : ''
    return { outcome: 'invalid', reason: `${title} is already on line ${earlierLine}${hint}` }
  }
  if (link && isNewer(link.claim.version, claimOf(fixture).version))
    return { outcome: 'unchanged', reason: 'the catalogue has a newer version' }
  if (!stored && fixture.onlyIfKnown)
    return { outcome: 'skipped', reason: `${title}: is not in the catalogue` }
  if (!stored && fixture.isChange)
    return { outcome: 'invalid', reason: `${title} is not in the catalogue: import the season first` }
  return undefined
}

/** Adds what the row changes about the link between the source's id and the event. */
function withLink(made: Decision, { fixture, link, status }: FixtureInput, entry: SourceEvent): Decision {
  const claim = claimOf(fixture)
  const isNewLink = fixture.source !== null && link === undefined
  if (isNewLink && made.insert && status === undefined) return { ...made, newLink: { event: entry, claim } }
  const isLinkDue = isNewLink || (link !== undefined && link.claim.text !== claim.text)
  if (!isLinkDue && status === undefined) return made
  const { source, ref } = entry
  return {
    ...made,
    link: {
      source,
      ref,
      claim: isLinkDue ? claim : null,
      before: link ?? null,
      wasWaiting: status === 'waiting',
    },
  }
}

/** The reference under which a row waits: the source's own id, or else what identifies the event. */
export function refOf({ source, competition, season, identity, session, when }: Fixture): SourceRef {
  if (source) return { source: source.name, ref: source.id }
  const names =
    'name' in identity ? [identity.name] : [matchKey(identity.home), matchKey(identity.away), identity.part]
  const day = season ?? (when.kind === 'utc' ? when.instant : when.local).slice(0, 10)
  const text = JSON.stringify([competition, day, ...names, session])
  return { source: 'fixture', ref: createHash('sha256').update(text).digest('hex').slice(0, 32) }
}

/** The row in the form in which waiting rows are stored and listed. */
function entryOf(fixture: Fixture): SourceEvent {
  const { source, ref } = refOf(fixture)
  const version = fixture.source?.version ?? null
  return { ...sourceEventOf({ ...fixture, source: { name: source, id: ref, version } }), fixture }
}

/** `title` stays empty, so that the id keeps its event whatever the row says. */
function claimOf({ source, status, when, timeKnown }: Fixture): SourceClaim {
  const timeKey = JSON.stringify([when, timeKnown])
  return {
    version: source?.version ?? null,
    status,
    title: '',
    timeKey,
    text: JSON.stringify([timeKey, status]),
  }
}

function timeTextOf({ when }: Fixture): string {
  return (when.kind === 'utc' ? when.instant : when.local).slice(0, 16)
}
