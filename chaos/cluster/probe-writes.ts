import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { socketUrl, type ClusterLayout, type ClusterNode } from '../../deploy/cluster/layout.ts'

interface Write {
  id: string
  node: string
  /** When the node confirmed it. */
  at: number
}

export interface WriteProbe {
  /** Stops and returns confirmed writes in their order. */
  stop: () => Promise<Write[]>
}

const intervalMs = 100

/** Starts a probe, and lets it write to the leader for a second. */
export async function startWriteProbe({ nodes }: ClusterLayout, leader: ClusterNode): Promise<WriteProbe> {
  await clearWrites(leader)
  const probe = probeWrites(nodes)
  await pause(1000)
  return probe
}

/**
 * Writes to every node again and again, over its Unix socket, which network faults do not affect. A node that is not the
 * leader rejects the write; each confirmed write was accepted.
 */
function probeWrites(nodes: readonly ClusterNode[]): WriteProbe {
  const writes: Write[] = []
  const stopping = new AbortController()
  const clients = new Map<ClusterNode, pg.Client>()

  async function writeTo(node: ClusterNode, count: number): Promise<void> {
    const client = clients.get(node) ?? (await connectTo(node))
    clients.set(node, client)
    const id = `${node.name}-${count}`
    await client.query('insert into writes (id, node) values ($1, $2)', [id, node.name])
    writes.push({ id, node: node.name, at: performance.now() })
  }

  async function run(node: ClusterNode): Promise<void> {
    for (let count = 1; !stopping.signal.aborted; count += 1) {
      try {
        await writeTo(node, count)
      } catch {
        // A replica, or a node that is being demoted.
        await clients
          .get(node)
          ?.end()
          .catch(() => undefined)
        clients.delete(node)
      }
      await pause(intervalMs)
    }
  }

  const running = nodes.map(run)
  return {
    async stop() {
      stopping.abort()
      // A write that waits for a lost replica would wait forever.
      const end = pause(3000).then(() => Promise.all([...clients.values()].map((client) => client.end())))
      await Promise.race([Promise.all(running), end])
      for (const client of clients.values()) await client.end().catch(() => undefined)
      return writes.toSorted((left, right) => left.at - right.at)
    },
  }
}

/** What is wrong with the confirmed writes of a run in which another node became the leader. */
export async function findWriteProblems(leader: ClusterNode, writes: readonly Write[]): Promise<string[]> {
  const nodes = new Set(writes.map(({ node }) => node))
  return [
    ...(nodes.size === 2
      ? []
      : [`the old and the new primary should accept writes: ${[...nodes].join(', ')}`]),
    ...findTwoLeaders(writes),
    ...(await findLostWrites(leader, writes)),
  ]
}

/** Whether two nodes accepted writes at the same time, in a run with one change of the leader. */
function findTwoLeaders(writes: readonly Write[]): string[] {
  const order = writes.map(({ node }) => node).filter((node, index, all) => node !== all[index - 1])
  return order.length > new Set(order).size
    ? [`two nodes accepted writes at the same time: ${order.join(', ')}`]
    : []
}

/** Confirmed writes that the leader lacks. */
async function findLostWrites(leader: ClusterNode, writes: readonly Write[]): Promise<string[]> {
  const client = await connectTo(leader)
  try {
    const { rows } = await client.query<{ id: string }>('select id from writes')
    const stored = new Set(rows.map(({ id }) => id))
    return writes.filter(({ id }) => !stored.has(id)).map(({ id }) => `the confirmed write ${id} is lost`)
  } finally {
    await client.end()
  }
}

/** Deletes the writes of an earlier run, whose numbers start again. */
async function clearWrites(leader: ClusterNode): Promise<void> {
  const client = await connectTo(leader)
  await client.query('truncate writes')
  await client.end()
}

async function connectTo(node: ClusterNode): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: socketUrl(node, { database: 'probe' }) })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
