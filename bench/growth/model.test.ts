import { expect, test } from 'vitest'
import { readConfig } from '../../apps/api/src/config/config.ts'
import { cacheBudgets } from '../../apps/api/src/modules/listings/cache-budgets.ts'
import { readAssumptions, readCosts, readDeployments, readLoad, valuesOf } from './inputs.ts'
import {
  forecast,
  loadAt,
  usesOf,
  type Assumptions,
  type Costs,
  type Deployment,
  type Load,
} from './model.ts'

const free = {
  serverCpuMs: 0,
  databaseCpuMs: 0,
  statements: 0,
  walBytes: 0,
  outboxRows: 0,
  responseBytes: 0,
  workerCpuMs: 0,
}
const costs: Costs = {
  actions: {
    feed: { ...free, serverCpuMs: 1, responseBytes: 10_000 },
    search: { ...free, serverCpuMs: 2 },
    hold: { ...free, serverCpuMs: 1, databaseCpuMs: 1, walBytes: 1000, outboxRows: 2 },
    order: { ...free, serverCpuMs: 2, databaseCpuMs: 4, walBytes: 10_000, outboxRows: 5, workerCpuMs: 3 },
    priceChange: { ...free, databaseCpuMs: 0.5, walBytes: 500, outboxRows: 1 },
  },
  noticeCpuMs: 0.1,
  processMb: 200,
  kbPerSocket: 20,
  databaseBytesPerOrder: 10_000,
  databaseBytesPerListing: 1000,
  holdsPerSecondOfOneListing: 500,
}
const assumptions: Assumptions = {
  connectionsPerProcess: 10,
  socketsPerProcess: 25_000,
  maxNoticeShare: 0.2,
  networkMbPerProcess: 50,
  cachesMb: 300,
  maxStorageUse: 0.8,
  kbPerSearchedEvent: 1,
}
const load: Load = {
  scales: [1, 10],
  figures: {
    feedsPerSecond: { today: 100, exponent: 1 },
    searchesPerSecond: { today: 50, exponent: 1 },
    holdsPerSecond: { today: 10, exponent: 1 },
    ordersPerSecond: { today: 10, exponent: 1 },
    priceChangesPerSecond: { today: 30, exponent: 1 },
    openSockets: { today: 1000, exponent: 1 },
    upcomingEvents: { today: 1024, exponent: 0.5 },
    liveListings: { today: 0, exponent: 1 },
    ordersPerYear: { today: 1_000_000, exponent: 1 },
  },
  hottestListingShare: 0.1,
}
const small: Deployment = {
  name: 'small',
  webProcesses: 1,
  workerProcesses: 1,
  databaseNodes: 1,
  coresPerDatabase: 2,
  walMbPerDatabase: 10,
  connectionsPerDatabase: 100,
  terabytesPerDatabase: 1,
  outboxParts: 1,
  processMb: 1000,
}
const large: Deployment = {
  ...small,
  name: 'large',
  webProcesses: 10,
  coresPerDatabase: 16,
  connectionsPerDatabase: 400,
}

const sharesOf = (scale: number, deployment: Deployment) =>
  Object.fromEntries(
    usesOf(loadAt(load, scale), { assumptions, costs, deployment, load, plannedUse: 0.5 }).map(
      ({ resource, share }) => [resource, share],
    ),
  )

test('figures grow with the power of the scale', () => {
  expect(loadAt(load, 100)).toMatchObject({ feedsPerSecond: 10_000, upcomingEvents: 10_240 })
})

test('shares are rates times costs over planned capacity', () => {
  // 100 feeds, 50 searches, 10 holds, 10 orders and 30 price changes a second write 100 rows of the outbox.
  const shares = sharesOf(1, small)
  expect(shares['webCpu']).toBeCloseTo((0.1 + 0.1 + 0.01 + 0.02 + 0.01) / 0.5)
  expect(shares['noticeCpu']).toBeCloseTo(0.01 / 0.2)
  expect(shares['workerCpu']).toBeCloseTo((0.03 + 0.01) / 0.5)
  expect(shares['databaseCpu']).toBeCloseTo((0.01 + 0.04 + 0.015) / 1)
  expect(shares['wal']).toBeCloseTo(0.125 / 5)
  expect(shares['connections']).toBeCloseTo(20 / 100)
  expect(shares['storage']).toBeCloseTo(0.01 / 0.8)
  expect(shares['sockets']).toBeCloseTo(0.04)
  expect(shares['memory']).toBeCloseTo((200 + 300 + 1 + (1000 * 20) / 1024) / 1000)
  expect(shares['network']).toBeCloseTo(1 / 25)
  expect(shares['hottestListing']).toBeCloseTo(1 / 250)
})

test('more processes share requests, but each still reads the whole outbox', () => {
  expect(sharesOf(10, large)['webCpu']).toBeCloseTo((2.3 + 10 * 0.1) / 5)
  expect(sharesOf(10, large)['noticeCpu']).toBeCloseTo(sharesOf(10, small)['noticeCpu'] ?? 0)
  expect(sharesOf(10, { ...large, outboxParts: 4 })['noticeCpu']).toBeCloseTo(0.1 / 4 / 0.2)
})

test('the first limit is the one of the deployment of the previous scale', () => {
  const [today, tenfold] = forecast(load, costs, {
    assumptions,
    deployments: [small, large],
    plannedUse: 0.5,
  })
  expect(today).toMatchObject({ scale: 1, before: 'small', needed: 'small' })
  expect(today?.limits.map(({ resource }) => resource)).toEqual(['webCpu'])
  expect(today?.limits[0]?.atScale).toBeCloseTo(0.5 / 0.24)
  expect(tenfold).toMatchObject({ scale: 10, before: 'small', needed: 'large' })
  expect(tenfold?.limits).toEqual(today?.limits)
  expect(tenfold?.uses[0]?.share).toBeLessThanOrEqual(1)
})

test('a scale that no deployment carries names all that is used up, in order', () => {
  const [, last] = forecast({ ...load, scales: [1, 16] }, costs, {
    assumptions,
    deployments: [small],
    plannedUse: 0.5,
  })
  expect(last?.needed).toBeUndefined()
  expect(last?.limits.map(({ resource }) => resource)).toEqual(['webCpu', 'workerCpu', 'databaseCpu'])
  expect(last?.limits[1]?.atScale).toBeCloseTo(0.5 / 0.04)
})

test('the written inputs name a limit and a deployment at 1, 10, 100 and 1,000 times the load', () => {
  const found = forecast(readLoad(), readCosts().costs, {
    ...readDeployments(),
    assumptions: valuesOf(readAssumptions()),
  })
  expect(found.map(({ scale }) => scale)).toEqual([1, 10, 100, 1000])
  for (const { limits, needed } of found) {
    expect(limits[0]?.resource).toBeTypeOf('string')
    expect(limits[0]?.atScale).toBeGreaterThan(0)
    expect(needed).toBeTypeOf('string')
  }
})

test('assumptions that come from the configuration and the cache budgets equal them', () => {
  const { databasePoolSize, realtime } = readConfig({ DATABASE_URL: 'postgres://localhost/none' })
  expect(valuesOf(readAssumptions())).toMatchObject({
    connectionsPerProcess: databasePoolSize,
    socketsPerProcess: realtime.limits.maxSockets,
    cachesMb: (cacheBudgets.eventSnapshots + cacheBudgets.responses) / 1e6,
  })
})

test('an assumption that is missing, or has no source or positive value, is refused', () => {
  const described = readAssumptions()
  const { cachesMb, ...others } = described
  expect(() => valuesOf(others)).toThrow('cachesMb')
  expect(() => valuesOf({ ...described, cachesMb: { ...cachesMb, source: '' } })).toThrow('cachesMb')
  expect(() => valuesOf({ ...described, cachesMb: { ...cachesMb, value: 0 } })).toThrow('cachesMb')
})
