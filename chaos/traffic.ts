import { setTimeout as pause } from 'node:timers/promises'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { randomInteger, randomItem, seededRandom, type Random } from '@terrace/domain/text/short-hash'
import type { Db } from '../apps/api/src/db/client.ts'
import {
  relistListing,
  updateListingAsOperator,
  withdrawListing,
} from '../apps/api/src/modules/supply/index.ts'
import { AppError } from '../apps/api/src/shared/app-error.ts'
import { systemClock } from '../apps/api/src/shared/clock.ts'
import { bodyOf, openConnection, requestText, type HttpResponse } from '../bench/connection.ts'
import type { Audit } from './audit.ts'

/** Shared state of all participants. The seed decides their actions, but not how they interleave. */
export interface TrafficSetup {
  seed: string
  /** Epoch milliseconds at which all stop. */
  until: number
  ports: readonly number[]
  tokens: readonly string[]
  eventIds: readonly number[]
  listingIds: readonly string[]
  counts: TrafficCounts
}

export interface TrafficCounts {
  holds: number
  releases: number
  updates: number
  withdrawals: number
  relistings: number
  /** Requests rejected by a rule: sold out, over the limit, already withdrawn. */
  rejected: number
  reads: number
  /** Responses that violate the contract. */
  problems: string[]
}

export const newTrafficCounts = (): TrafficCounts => ({
  holds: 0,
  releases: 0,
  updates: 0,
  withdrawals: 0,
  relistings: 0,
  rejected: 0,
  reads: 0,
  problems: [],
})

interface HeldTickets {
  token: string
  holdId: string
  quantity: number
}

/** Holds one or two listings and releases all or part, through either process. */
export async function runBroker(setup: TrafficSetup, name: string, tokens: readonly string[]): Promise<void> {
  const random = seededRandom(`${setup.seed}/${name}`)
  const connections = await Promise.all(setup.ports.map(openConnection))
  const held: HeldTickets[] = []

  async function post(path: string, token: string, body: unknown): Promise<HttpResponse | undefined> {
    const response = await randomItem(random, connections).send(
      requestText('POST', `/api${path}`, { token, body }),
    )
    if (response.status === 200) return response
    if (response.status === 409) setup.counts.rejected += 1
    else
      setup.counts.problems.push(`${path} returned ${response.status}: ${JSON.stringify(bodyOf(response))}`)
    return undefined
  }

  async function place(): Promise<void> {
    const token = randomItem(random, tokens)
    const ids = new Set([randomItem(random, setup.listingIds), randomItem(random, setup.listingIds)])
    const items = [...ids]
      .slice(0, randomInteger(random, 1, 2))
      .map((id) => ({ listing_id: id, quantity: randomInteger(random, 1, 3) }))
    const response = await post(holdsRoutes.place.path, token, items)
    if (!response) return
    setup.counts.holds += 1
    // Some holds are left to expire.
    if (random() < 0.2) return
    for (const { hold_id: holdId, quantity } of holdsRoutes.place.response.parse(bodyOf(response)).data) {
      held.push({ token, holdId, quantity })
    }
  }

  async function releaseHold(): Promise<void> {
    const [hold] = held.splice(randomInteger(random, 0, held.length - 1), 1)
    if (!hold) return
    const quantity = random() < 0.7 ? hold.quantity : 1
    const item = { hold_id: hold.holdId, quantity }
    if (await post(holdsRoutes.release.path, hold.token, [item])) setup.counts.releases += 1
    if (quantity < hold.quantity) held.push({ ...hold, quantity: hold.quantity - quantity })
  }

  await repeatUntil(setup.until, async () => {
    if (held.length > 0 && random() < 0.4) await releaseHold()
    else await place()
    await pause(randomInteger(random, 5, 60))
  })
  for (const connection of connections) connection.close()
}

/** Reprices, changes quantities, withdraws and relists as the operator's CLI does, in a process without a server. */
export async function runSeller(setup: TrafficSetup, db: Db): Promise<void> {
  const random = seededRandom(`${setup.seed}/seller`)
  const { counts } = setup
  const deps = { db, clock: systemClock }
  await repeatUntil(setup.until, async () => {
    try {
      await change(random)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      counts.rejected += 1
    }
    await pause(randomInteger(random, 10, 60))
  })

  async function change(chance: Random): Promise<void> {
    const listingId = randomItem(chance, setup.listingIds)
    const roll = chance()
    if (roll < 0.5) {
      await updateListingAsOperator(deps, { listingId, priceMinor: randomInteger(chance, 3000, 30_000) })
      counts.updates += 1
    } else if (roll < 0.7) {
      await updateListingAsOperator(deps, { listingId, quantity: randomInteger(chance, 2, 6) })
      counts.updates += 1
    } else if (roll < 0.85) {
      await withdrawListing(deps, listingId)
      counts.withdrawals += 1
    } else {
      await relistListing(deps, listingId)
      counts.relistings += 1
    }
  }
}

/** Polls one process's feeds and records every offered quantity for the audit. */
export async function runReader(
  setup: TrafficSetup,
  { name, port, audit }: { name: string; port: number; audit: Audit },
): Promise<void> {
  const random = seededRandom(`${setup.seed}/${name}`)
  const connection = await openConnection(port)
  await repeatUntil(setup.until, async () => {
    const path = `/api${listingsRoutes.feed.path}?event_id=${randomItem(random, setup.eventIds)}&per_page=100`
    const at = Date.now()
    const response = await connection.send(
      requestText('GET', path, { token: randomItem(random, setup.tokens) }),
    )
    setup.counts.reads += 1
    if (response.status === 200) {
      // Parsing with the contract would take CPU time from the processes under test.
      const { data } = bodyOf(response) as { data: { id: string; version: number }[] }
      audit.record({ at, offered: data.map(({ id, version }) => ({ id, version })) })
    } else {
      setup.counts.problems.push(`the feed returned ${response.status}: ${JSON.stringify(bodyOf(response))}`)
    }
    await pause(randomInteger(random, 5, 30))
  })
  connection.close()
}

async function repeatUntil(until: number, work: () => Promise<void>): Promise<void> {
  while (Date.now() < until) await work()
}
