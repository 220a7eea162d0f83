/** What one action costs, as `npm run growth -- --measure` measures it. */
export interface ActionCost {
  /** Processor time of the process that serves it. */
  serverCpuMs: number
  databaseCpuMs: number
  statements: number
  walBytes: number
  /** Rows of the outbox, each of which every process reads. */
  outboxRows: number
  /** Of the responses, compressed as the client asks for it. */
  responseBytes: number
  /** Processor time of the workers because of it. */
  workerCpuMs: number
}

export type ActionName = 'feed' | 'search' | 'hold' | 'order' | 'priceChange'

export interface Costs {
  actions: Record<ActionName, ActionCost>
  /** Processor time of a process that only learns of a change. */
  noticeCpuMs: number
  processMb: number
  kbPerSocket: number
  databaseBytesPerOrder: number
  databaseBytesPerListing: number
  /** Holds and releases per second of one listing, whose row is locked for each. */
  holdsPerSecondOfOneListing: number
}

export type Figure =
  | 'feedsPerSecond'
  | 'searchesPerSecond'
  | 'holdsPerSecond'
  | 'ordersPerSecond'
  | 'priceChangesPerSecond'
  | 'openSockets'
  | 'upcomingEvents'
  | 'liveListings'
  | 'ordersPerYear'

export interface Load {
  scales: number[]
  figures: Record<Figure, { today: number; exponent: number }>
  /** Part of all holds that one listing gets at the peak. */
  hottestListingShare: number
}

export interface Deployment {
  name: string
  webProcesses: number
  workerProcesses: number
  databaseNodes: number
  coresPerDatabase: number
  walMbPerDatabase: number
  connectionsPerDatabase: number
  terabytesPerDatabase: number
  /** Parts of the outbox, of which each process reads one. */
  outboxParts: number
  processMb: number
}

/** Inputs that `--measure` does not measure; assumptions.json has their units and sources. */
export const assumptionNames = [
  'connectionsPerProcess',
  'socketsPerProcess',
  'maxNoticeShare',
  'networkMbPerProcess',
  'cachesMb',
  'maxStorageUse',
  'kbPerSearchedEvent',
] as const

export type Assumption = (typeof assumptionNames)[number]

export type Assumptions = Record<Assumption, number>

export interface Use {
  resource: Resource
  /** Of the planned capacity; above 1 it is too small. */
  share: number
}

const resources = {
  webCpu: { name: 'processor of the web processes', remedy: 'more web processes' },
  noticeCpu: {
    name: 'reading of the outbox, which every process does alone',
    remedy: 'an outbox per primary, and web processes in groups that each follow one',
  },
  workerCpu: { name: 'processor of the workers', remedy: 'more workers, up to one per subscriber and queue' },
  databaseCpu: {
    name: 'processor of the primary',
    remedy: 'a larger primary, then several by event and team',
  },
  wal: {
    name: 'write-ahead log',
    remedy: 'faster disks and network to the replicas, then several primaries',
  },
  connections: { name: 'connections to the database', remedy: 'PgBouncer in transaction mode' },
  storage: {
    name: 'size of the database',
    remedy: 'partitions by month for what is old, then several primaries',
  },
  sockets: { name: 'sockets per process', remedy: 'more web processes, or a hosted socket service' },
  memory: { name: 'memory of a web process', remedy: 'the hosted search service, more web processes' },
  network: { name: 'network of a web process', remedy: 'more web processes' },
  hottestListing: { name: 'lock of the most wanted listing', remedy: 'a queue for its holds' },
} as const

export type Resource = keyof typeof resources

export const nameOf = (resource: Resource): string => resources[resource].name
export const remedyOf = (resource: Resource): string => resources[resource].remedy

/** The figures of a scale. */
export function loadAt({ figures }: Load, scale: number): Record<Figure, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, { today, exponent }]) => [name, today * scale ** exponent]),
  ) as Record<Figure, number>
}

/** How much of each resource a load uses in a deployment, the most used first. */
export function usesOf(
  figures: Record<Figure, number>,
  {
    assumptions,
    costs,
    deployment,
    load,
    plannedUse,
  }: { assumptions: Assumptions; costs: Costs; deployment: Deployment; load: Load; plannedUse: number },
): Use[] {
  const rates: Record<ActionName, number> = {
    feed: figures.feedsPerSecond,
    search: figures.searchesPerSecond,
    hold: figures.holdsPerSecond,
    order: figures.ordersPerSecond,
    priceChange: figures.priceChangesPerSecond,
  }
  const perSecond = (cost: keyof ActionCost) =>
    Object.entries(rates).reduce(
      (sum, [name, rate]) => sum + rate * costs.actions[name as ActionName][cost],
      0,
    )
  const { webProcesses, workerProcesses, databaseNodes } = deployment
  const processes = webProcesses + workerProcesses
  const noticeCores = (perSecond('outboxRows') * costs.noticeCpuMs) / 1000 / deployment.outboxParts
  const processMb =
    costs.processMb +
    assumptions.cachesMb +
    (figures.upcomingEvents * assumptions.kbPerSearchedEvent +
      (figures.openSockets / webProcesses) * costs.kbPerSocket) /
      1024
  const storedBytes =
    figures.ordersPerYear * costs.databaseBytesPerOrder + figures.liveListings * costs.databaseBytesPerListing
  const shares: Record<Resource, number> = {
    webCpu: (perSecond('serverCpuMs') / 1000 + noticeCores * webProcesses) / (webProcesses * plannedUse),
    noticeCpu: noticeCores / assumptions.maxNoticeShare,
    workerCpu:
      (perSecond('workerCpuMs') / 1000 + noticeCores * workerProcesses) / (workerProcesses * plannedUse),
    databaseCpu:
      perSecond('databaseCpuMs') / 1000 / (databaseNodes * deployment.coresPerDatabase * plannedUse),
    wal: perSecond('walBytes') / 1e6 / (databaseNodes * deployment.walMbPerDatabase * plannedUse),
    connections:
      (processes * assumptions.connectionsPerProcess) / (databaseNodes * deployment.connectionsPerDatabase),
    storage:
      storedBytes / 1e12 / (databaseNodes * deployment.terabytesPerDatabase * assumptions.maxStorageUse),
    sockets: figures.openSockets / (webProcesses * assumptions.socketsPerProcess),
    memory: processMb / deployment.processMb,
    network: perSecond('responseBytes') / 1e6 / (webProcesses * assumptions.networkMbPerProcess * plannedUse),
    hottestListing:
      (figures.holdsPerSecond * load.hottestListingShare) / (costs.holdsPerSecondOfOneListing * plannedUse),
  }
  return Object.entries(shares)
    .map(([resource, share]) => ({ resource: resource as Resource, share }))
    .toSorted((left, right) => right.share - left.share)
}

export interface Limit {
  resource: Resource
  /** The scale at which its planned capacity is used up. */
  atScale: number
}

export interface Forecast {
  scale: number
  /** The deployment of the previous scale; for the first one, the smallest. */
  before: string
  /** What that deployment runs out of on the way to this scale, in order; at least what it would run out of first. */
  limits: Limit[]
  /** The smallest deployment that carries the scale; undefined if none does. */
  needed: string | undefined
  /** The most used resources of it, or of the last one that was needed. */
  uses: Use[]
}

interface Planned {
  assumptions: Assumptions
  deployments: readonly Deployment[]
  plannedUse: number
}

/** For each scale: what the deployment of the previous scale runs out of, and which deployment carries it. */
export function forecast(
  load: Load,
  costs: Costs,
  { assumptions, deployments, plannedUse }: Planned,
): Forecast[] {
  const [smallest] = deployments
  if (!smallest) throw new RangeError('a forecast needs a deployment')
  const usesAt = (scale: number, deployment: Deployment) =>
    usesOf(loadAt(load, scale), { assumptions, costs, deployment, load, plannedUse })
  let before = smallest
  return load.scales.map((scale) => {
    const [first, ...others] = limitsOf((at) => usesAt(at, before))
    if (!first) throw new RangeError('a forecast needs a resource that grows')
    const needed = deployments.find((deployment) =>
      usesAt(scale, deployment).every(({ share }) => share <= 1),
    )
    const result: Forecast = {
      scale,
      before: before.name,
      limits: [first, ...others.filter(({ atScale }) => atScale < scale)],
      needed: needed?.name,
      uses: usesAt(scale, needed ?? before),
    }
    before = needed ?? before
    return result
  })
}

const largestScale = 1e9

/** When each resource is used up, the first one first. Resources that do not grow with the scale are left out. */
function limitsOf(usesAt: (scale: number) => Use[]): Limit[] {
  return usesAt(1)
    .map(({ resource }) => {
      const shareAt = (scale: number) => usesAt(scale).find((use) => use.resource === resource)?.share ?? 0
      return { resource, atScale: scaleOfFullUse(shareAt) }
    })
    .filter(({ atScale }) => atScale < largestScale)
    .toSorted((left, right) => left.atScale - right.atScale)
}

/** By halving on a logarithmic scale: shares only grow. */
function scaleOfFullUse(shareAt: (scale: number) => number): number {
  let [low, high] = [-3, Math.log10(largestScale)]
  if (shareAt(largestScale) < 1) return largestScale
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (shareAt(10 ** middle) < 1) low = middle
    else high = middle
  }
  return 10 ** high
}
