import { setTimeout as pause } from 'node:timers/promises'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { randomInteger, randomItem, seededRandom, type Random } from '@terrace/domain/short-hash'
import type { Db } from '../apps/api/src/db/client.ts'
import { publishAgain, reviseListing, withdrawListing } from '../apps/api/src/modules/supply/index.ts'
import { AppError } from '../apps/api/src/shared/app-error.ts'
import { systemClock } from '../apps/api/src/shared/clock.ts'
import { bodyOf, openConnection, requestText, type Answer } from '../bench/connection.ts'
import type { Audit } from './audit.ts'

/** What everybody on the field knows. Who does what follows from the seed; how it interleaves does not. */
export interface Field {
  seed: string
  /** Milliseconds of the epoch at which all stop. */
  until: number
  ports: readonly number[]
  tokens: readonly string[]
  eventIds: readonly number[]
  listingIds: readonly string[]
  tally: Tally
}

export interface Tally {
  holds: number
  releases: number
  reprices: number
  withdrawals: number
  returns: number
  /** What was asked for and could not be had: gone, over the cap, withdrawn already. */
  refused: number
  reads: number
  /** Answers that nobody may give. */
  problems: string[]
}

export const newTally = (): Tally => ({
  holds: 0,
  releases: 0,
  reprices: 0,
  withdrawals: 0,
  returns: 0,
  refused: 0,
  reads: 0,
  problems: [],
})

interface Held {
  token: string
  holdId: string
  quantity: number
}

/** Holds one or two listings at once and gives back all or part, through either process. */
export async function runBroker(field: Field, name: string, tokens: readonly string[]): Promise<void> {
  const random = seededRandom(`${field.seed}/${name}`)
  const connections = await Promise.all(field.ports.map(openConnection))
  const held: Held[] = []

  async function post(path: string, token: string, body: unknown): Promise<Answer | undefined> {
    const answer = await randomItem(random, connections).send(
      requestText('POST', `/api${path}`, { token, body }),
    )
    if (answer.status === 200) return answer
    if (answer.status === 409) field.tally.refused += 1
    else field.tally.problems.push(`${path} answered ${answer.status}: ${JSON.stringify(bodyOf(answer))}`)
    return undefined
  }

  async function place(): Promise<void> {
    const token = randomItem(random, tokens)
    const ids = new Set([randomItem(random, field.listingIds), randomItem(random, field.listingIds)])
    const items = [...ids]
      .slice(0, randomInteger(random, 1, 2))
      .map((id) => ({ listing_id: id, quantity: randomInteger(random, 1, 3) }))
    const answer = await post(holdsRoutes.place.path, token, items)
    if (!answer) return
    field.tally.holds += 1
    // Some holds are forgotten, and run out.
    if (random() < 0.2) return
    for (const { hold_id: holdId, quantity } of holdsRoutes.place.response.parse(bodyOf(answer)).data) {
      held.push({ token, holdId, quantity })
    }
  }

  async function giveBack(): Promise<void> {
    const [hold] = held.splice(randomInteger(random, 0, held.length - 1), 1)
    if (!hold) return
    const quantity = random() < 0.7 ? hold.quantity : 1
    const item = { hold_id: hold.holdId, quantity }
    if (await post(holdsRoutes.release.path, hold.token, [item])) field.tally.releases += 1
    if (quantity < hold.quantity) held.push({ ...hold, quantity: hold.quantity - quantity })
  }

  await repeatUntil(field.until, async () => {
    if (held.length > 0 && random() < 0.4) await giveBack()
    else await place()
    await pause(randomInteger(random, 5, 60))
  })
  for (const connection of connections) connection.close()
}

/** Reprices, changes quantities, withdraws and puts back, as the operator's commands do: in a process that serves nobody. */
export async function runSeller(field: Field, db: Db): Promise<void> {
  const random = seededRandom(`${field.seed}/seller`)
  const { tally } = field
  const deps = { db, clock: systemClock }
  await repeatUntil(field.until, async () => {
    try {
      await change(random)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      tally.refused += 1
    }
    await pause(randomInteger(random, 10, 60))
  })

  async function change(chance: Random): Promise<void> {
    const listingId = randomItem(chance, field.listingIds)
    const what = chance()
    if (what < 0.5) {
      await reviseListing(deps, { listingId, priceMinor: randomInteger(chance, 3000, 30_000) })
      tally.reprices += 1
    } else if (what < 0.7) {
      await reviseListing(deps, { listingId, quantity: randomInteger(chance, 2, 6) })
      tally.reprices += 1
    } else if (what < 0.85) {
      await withdrawListing(deps, listingId)
      tally.withdrawals += 1
    } else {
      await publishAgain(deps, listingId)
      tally.returns += 1
    }
  }
}

/** Reads feeds of one process, over and over, and hands what they offered to the audit. */
export async function runReader(
  field: Field,
  { name, port, audit }: { name: string; port: number; audit: Audit },
): Promise<void> {
  const random = seededRandom(`${field.seed}/${name}`)
  const connection = await openConnection(port)
  await repeatUntil(field.until, async () => {
    const path = `/api${listingsRoutes.feed.path}?event_id=${randomItem(random, field.eventIds)}&per_page=100`
    const at = Date.now()
    const answer = await connection.send(
      requestText('GET', path, { token: randomItem(random, field.tokens) }),
    )
    field.tally.reads += 1
    if (answer.status === 200) {
      // Parsing each by the contract would take the time that the processes under test need.
      const { data } = bodyOf(answer) as { data: { id: string; version: number }[] }
      audit.saw({ at, offered: data.map(({ id, version }) => ({ id, version })) })
    } else {
      field.tally.problems.push(`the feed answered ${answer.status}: ${JSON.stringify(bodyOf(answer))}`)
    }
    await pause(randomInteger(random, 5, 30))
  })
  connection.close()
}

async function repeatUntil(until: number, work: () => Promise<void>): Promise<void> {
  while (Date.now() < until) await work()
}
