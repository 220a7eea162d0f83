import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerUser } from '../../tools/launch/database/server-user.ts'
import { UserError } from '../../tools/launch/user-error.ts'
import type { SandboxSettings } from '../../tools/launch/sandbox-settings.ts'
import { engineUser, type Engines } from './engines.ts'
import { canUseNamespaces } from './namespaces.ts'
import { subnetOf } from './subnet.ts'

/** One PostgreSQL with its Patroni and a member of etcd. */
export interface ClusterNode {
  name: string
  address: string
  /** Its network namespace, which can be cut off; `undefined` where the system allows none. */
  namespace: string | undefined
  folder: string
  /** Folder of the `postgres` that it runs. */
  postgresPrograms: string
}

export interface ClusterPorts {
  site: number
  web: readonly number[]
  workers: readonly number[]
  sandbox: number
  /** PostgreSQL of the leader, and of one replica. */
  leader: number
  replica: number
  pooler: number
  redis: number
}

interface Secrets {
  superuserPassword: string
  replicationPassword: string
  applicationPassword: string
  sandboxKey: string
  sandboxWebhookSecret: string
}

/** Where everything of one cluster is. */
export interface ClusterLayout {
  folder: string
  scope: string
  ports: ClusterPorts
  nodes: readonly ClusterNode[]
  /** Of the bridge between the nodes, with its range. */
  bridge: { name: string; address: string; network: string } | undefined
  user: ServerUser | undefined
  secrets: Secrets
  engines: Engines
}

export const defaultPort = 4500

/** A cluster of a user, or one of a test, which is deleted afterwards. They share no names. */
export type ClusterKind = 'user' | 'trial'

const nodeCount = 3

/** The cluster on these ports; creates its folder and passwords at the first call. */
export function openLayout(engines: Engines, port: number, kind: ClusterKind = 'user'): ClusterLayout {
  const folder = clusterFolder(port, kind)
  const prefix = kind === 'trial' ? 'trial' : 'terrace'
  const user = engineUser()
  const hasNamespaces = canUseNamespaces()
  for (const path of [folder, join(folder, 'logs'), join(folder, 'backups')]) createFolder(path, user)
  const subnet = subnetOf(port, { hasNamespaces })
  const nodes = Array.from({ length: nodeCount }, (_, index): ClusterNode => {
    const name = `node${index + 1}`
    return {
      name,
      address: `${subnet}.${11 + index}`,
      namespace: hasNamespaces ? `${prefix}-${port}-${name}` : undefined,
      folder: join(folder, name),
      postgresPrograms: engines.postgresPrograms,
    }
  })
  for (const node of nodes) {
    createFolder(node.folder, user, 0o700)
    for (const name of ['logs', 'lock']) createFolder(join(node.folder, name), user)
  }
  return {
    folder,
    scope: 'terrace',
    ports: portsFrom(port),
    nodes,
    bridge: hasNamespaces
      ? { name: `${prefix}${port}`, address: `${subnet}.1`, network: `${subnet}.0/24` }
      : undefined,
    user,
    secrets: readOrCreateSecrets(join(folder, 'secrets.json')),
    engines,
  }
}

export function clusterFolder(port: number, kind: ClusterKind = 'user'): string {
  return join(tmpdir(), kind === 'trial' ? `terrace-trial-cluster-${port}` : `terrace-cluster-${port}`)
}

/**
 * Both kinds listen on the same ports.
 * @throws UserError if a cluster of the other kind is there
 */
export function assertPortsFree(port: number, kind: ClusterKind): void {
  const other = clusterFolder(port, kind === 'trial' ? 'user' : 'trial')
  if (!existsSync(other)) return
  throw new UserError(
    kind === 'trial'
      ? `The test needs port ${port} and those after it, which the cluster in ${other} has. Remove it first: npm run cluster -- down --delete-data --port ${port}`
      : `npm run chaos -- cluster has port ${port} and those after it (${other}). Choose others: --port ${port + 100}`,
  )
}

export function sandboxOf({ folder, ports, secrets }: ClusterLayout): SandboxSettings {
  return {
    port: ports.sandbox,
    folder: join(folder, 'sandbox'),
    secretKey: `sk_sandbox_${secrets.sandboxKey}`,
    webhookSecret: `whsec_sandbox_${secrets.sandboxWebhookSecret}`,
  }
}

/** URL of the application's database on one of the ports. */
export function databaseUrl({ secrets }: ClusterLayout, port: number, database = 'terrace'): string {
  return `postgresql://terrace:${secrets.applicationPassword}@127.0.0.1:${port}/${database}`
}

/** URL of a node over its socket, which no network fault reaches. */
export function socketUrl(node: ClusterNode, { user = 'postgres', database = 'postgres' } = {}): string {
  return `postgresql://${user}@localhost:5432/${database}?host=${node.folder}`
}

function portsFrom(site: number): ClusterPorts {
  return {
    site,
    web: [site + 1, site + 2, site + 3],
    workers: [site + 4, site + 5],
    sandbox: site + 6,
    leader: site + 10,
    replica: site + 11,
    pooler: site + 12,
    redis: site + 13,
  }
}

function createFolder(path: string, user: ServerUser | undefined, mode = 0o755): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, mode)
  if (user) chownSync(path, user.uid, user.gid)
}

function readOrCreateSecrets(file: string): Secrets {
  const random = () => randomBytes(24).toString('hex')
  if (!existsSync(file)) {
    const secrets: Secrets = {
      superuserPassword: random(),
      replicationPassword: random(),
      applicationPassword: random(),
      sandboxKey: random(),
      sandboxWebhookSecret: random(),
    }
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets // written above
}
