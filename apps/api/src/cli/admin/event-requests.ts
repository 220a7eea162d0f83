import { terminalActor } from '#api/audit/actor.ts'
import type { Db } from '#api/db/client.ts'
import {
  declineEventRequest,
  decideEventName,
  decideRequestedEventName,
  readOpenEventRequests,
  resolveEventRequest,
  type EventRequest,
} from '#api/modules/inventory-imports/index.ts'
import type { Clock } from '#api/shared/clock.ts'
import { printable } from '#api/shared/text/printable.ts'
import type { AdminValues, ParsedCommand } from './options.ts'

/** Commands of `admin event-requests` and `admin event-names`. */
export type EventRequestCommand =
  | { do: 'list' }
  | { do: 'answer'; requestId: string; eventId: number }
  | { do: 'decline'; requestId: string; reason: string }
  | { do: 'name-as-requested'; requestId: string; eventId: number }
  | {
      do: 'name'
      eventId: number
      name: string
      venue: string
      day: string | null
      time: string | null
      source: string
      foreignId: string | null
    }

type Parsed = ParsedCommand<EventRequestCommand>

const maxReason = 500

/** Parses the arguments after `event-requests`; returns an error message if they are invalid. */
export function parseEventRequests(
  [verb = 'list', id, event, ...rest]: string[],
  values: AdminValues,
): Parsed {
  if (rest.length > 0) return `unexpected argument: ${rest.join(' ')}`
  if (verb === 'list')
    return id === undefined ? { options: [], request: { do: 'list' } } : `unexpected argument: ${id}`
  if (id === undefined || !id.startsWith('evr_'))
    return `event-requests ${verb} needs the id of a request, such as evr_4fG7…`
  if (verb === 'answer') {
    const eventId = eventIdOf(event)
    return eventId === undefined
      ? 'event-requests answer needs the number of an event'
      : { options: [], request: { do: 'answer', requestId: id, eventId } }
  }
  if (verb !== 'decline') return 'event-requests accepts list, answer or decline'
  if (event !== undefined) return `unexpected argument: ${event}`
  const reason = values.reason?.trim() ?? ''
  if (reason === '' || reason.length > maxReason)
    return `event-requests decline needs --reason with at most ${maxReason} characters, which the seller sees`
  return { options: ['reason'], request: { do: 'decline', requestId: id, reason } }
}

/** Parses the arguments after `event-names`; returns an error message if they are invalid. */
export function parseEventNames([verb, ...args]: string[], values: AdminValues): Parsed {
  const requestId = args[0]?.startsWith('evr_') ? args[0] : undefined
  const [event, ...rest] = requestId === undefined ? args : args.slice(1)
  if (verb !== 'set' || rest.length > 0) return 'event-names accepts set, with the number of an event'
  const eventId = eventIdOf(event)
  if (eventId === undefined) return 'event-names set needs the number of an event'
  if (requestId !== undefined)
    return { options: [], request: { do: 'name-as-requested', requestId, eventId } }
  const { title: name = '', venue = '', day, time, source = '', 'foreign-id': foreignId } = values
  if (name === '' && foreignId === undefined)
    return 'event-names set needs a request, --title, or --source and --foreign-id'
  if ((source === '') !== (foreignId === undefined))
    return '--foreign-id: needs --source, and the other way round'
  if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day)) return '--day: must be a day such as 2027-03-07'
  if (time !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    return '--time: must be a time such as 19:30'
  return {
    options: ['title', 'venue', 'day', 'time', 'source', 'foreign-id'],
    request: {
      do: 'name',
      eventId,
      name,
      venue,
      day: day ?? null,
      time: time ?? null,
      source,
      foreignId: foreignId ?? null,
    },
  }
}

function eventIdOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
    ? Number(text)
    : undefined
}

const listedRequests = 200

/** Runs the command and returns its output. @throws `input.invalid` when it cannot be applied */
export async function manageEventRequests(
  deps: { db: Db; clock: Clock },
  command: EventRequestCommand,
): Promise<string> {
  const actor = terminalActor()
  switch (command.do) {
    case 'list':
      return (
        (await readOpenEventRequests(deps.db, listedRequests)).map(describe).join('\n') || 'No open requests'
      )
    case 'answer': {
      const { request, imports, requests } = await resolveEventRequest(deps, { ...command, actor })
      return `“${printable(request.named.name)}” is event ${command.eventId} for all sellers: ${requests} requests answered, rows of ${imports} imports freed`
    }
    case 'decline': {
      const { named, teamName } = await declineEventRequest(deps, { ...command, actor })
      return printable(`Declined “${named.name}”; ${teamName} sees the reason`)
    }
    case 'name-as-requested': {
      const { request, imports, requests } = await decideRequestedEventName(deps, { ...command, actor })
      const { name, foreignId } = request.named
      const meant = [
        name === '' ? '' : `“${name}”`,
        foreignId === null ? '' : `${request.source} ${foreignId}`,
      ]
      return `${printable(meant.filter(Boolean).join(' and '))} mean event ${command.eventId} in files of all sellers: ${requests} requests answered, rows of ${imports} imports freed`
    }
    case 'name': {
      const { eventId, source, name, venue, day, time, foreignId } = command
      const named = { id: null, name, venue, day, time, foreignId }
      const { imports, requests } = await decideEventName(deps, {
        decision: { named, source, eventId },
        actor,
      })
      return `Files of all sellers mean event ${eventId} by this: ${requests} requests answered, rows of ${imports} imports freed`
    }
    default:
      return command satisfies never
  }
}

function describe({ id, named, teamName, createdAt, foreignId, source }: EventRequest): string {
  const when = [named.day, named.time].filter(Boolean).join(' ')
  const place = [named.venue, when, foreignId === null ? '' : `${source} ${foreignId}`]
    .filter(Boolean)
    .join(', ')
  return printable(
    `${id}  ${createdAt.toISOString().slice(0, 10)}  ${teamName}: ${named.name || 'no name'}${place === '' ? '' : ` (${place})`}`,
  )
}
