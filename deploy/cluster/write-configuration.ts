import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterLayout, ClusterNode } from './layout.ts'
import { renderTemplate } from './render-template.ts'

const templates = join(import.meta.dirname, 'templates')
/** Rules of HAProxy that other deployments share. */
const webProcesses = join(import.meta.dirname, '../haproxy/web-processes.cfg')

/** What the first node restores instead of starting empty. */
export interface RestoreTarget {
  node: ClusterNode
  /** As PostgreSQL reads it, such as `2026-05-04 10:15:00+00`. */
  time: string
}

/** Writes the files of all engines from the templates. They hold passwords, so only the engines' account reads them. */
export function writeConfiguration(layout: ClusterLayout, restore?: RestoreTarget): void {
  const { folder, nodes, ports, scope, secrets, bridge } = layout
  const common = {
    folder,
    templates: folder,
    scope,
    network: bridge?.network ?? '127.0.0.0/8',
    backups: join(folder, 'backups'),
    etcdHosts: nodes.map(({ address }) => `${address}:2379`).join(','),
    etcdMembers: nodes.map(({ name, address }) => `${name}=http://${address}:2380`).join(','),
    superuserPassword: secrets.superuserPassword,
    replicationPassword: secrets.replicationPassword,
    site: String(ports.site),
    leader: String(ports.leader),
    replica: String(ports.replica),
    pooler: String(ports.pooler),
    redis: String(ports.redis),
    webServers: lines(ports.web.map((port, index) => `server web${index + 1} 127.0.0.1:${port}`)),
    leaderServers: lines(nodes.map(({ name, address }) => `server ${name} ${address}:5432`)),
    replicaServers: lines(
      nodes.map(({ name, address }, index) => `server ${name} ${address}:5432${index > 0 ? ' backup' : ''}`),
    ),
  }
  const write = (file: string, text: string) => {
    writeFileSync(file, text, { mode: 0o600 })
    chmodSync(file, 0o600)
    if (layout.user) chownSync(file, layout.user.uid, layout.user.gid)
  }
  const render = (name: string, target: string, values: Record<string, string>) =>
    write(join(target, name), renderTemplate(readFileSync(join(templates, name), 'utf8'), values))
  for (const name of ['haproxy.cfg', 'pgbouncer.ini', 'redis.conf']) render(name, folder, common)
  write(join(folder, 'web-processes.cfg'), readFileSync(webProcesses, 'utf8'))
  for (const name of ['unavailable.http', 'archive-wal.sh'])
    write(join(folder, name), readFileSync(join(templates, name), 'utf8'))
  write(join(folder, 'pgbouncer-users.txt'), `"terrace" "${secrets.applicationPassword}"\n`)
  for (const node of nodes) {
    const isRestored = restore?.node.name === node.name
    const values = {
      ...common,
      name: node.name,
      address: node.address,
      folder: node.folder,
      postgresPrograms: node.postgresPrograms,
      bootstrapMethod: isRestored ? 'pgbackrest' : 'initdb',
      restoreCommand: restoreCommand(layout, node, isRestored ? restore.time : undefined),
    }
    for (const name of ['etcd.yml', 'patroni.yml', 'pgbackrest.conf']) render(name, node.folder, values)
  }
}

function restoreCommand({ scope, engines }: ClusterLayout, node: ClusterNode, time?: string): string {
  const target = time === undefined ? '' : ` --type=time --target="${time}" --target-action=promote`
  return `${engines.programs.pgbackrest} --config=${join(node.folder, 'pgbackrest.conf')} --stanza=${scope}${target} restore`
}

function lines(servers: readonly string[]): string {
  return servers.map((server) => `  ${server}`).join('\n')
}
