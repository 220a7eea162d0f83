import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sandboxUrl, sandboxVariables, serverVariables } from '../../tools/launch/sandbox-settings.ts'
import { serverFlags } from '../../tools/launch/server-flags.ts'
import { webBuildDir } from '../../tools/launch/web/web-build.ts'
import { connects, isOk } from './cluster-state.ts'
import { databaseUrl, sandboxOf, type ClusterLayout } from './layout.ts'
import type { ProcessPlan } from './running-processes.ts'

const projectFolder = resolve(import.meta.dirname, '../..')

/** A process of the cluster. */
export interface ClusterProcess {
  name: string
  /** Its address, for people. */
  at: string
  plan: ProcessPlan
  isReady: () => Promise<boolean>
}

/** The engines, in the order in which they start. */
export function enginesOf(layout: ClusterLayout): ClusterProcess[] {
  const { folder, nodes, ports } = layout
  const { programs, postgresPrograms } = layout.engines
  const path = { PATH: `${postgresPrograms}:${process.env['PATH'] ?? ''}` }
  const local = (port: number) => `127.0.0.1:${port}`
  return [
    ...nodes.map((node) => ({
      name: node.name.replace('node', 'etcd'),
      at: `${node.address}:2379`,
      plan: { program: programs.etcd, args: ['--config-file', join(node.folder, 'etcd.yml')], node },
      isReady: () => isOk(`http://${node.address}:2379/health`),
    })),
    ...nodes.map((node) => ({
      // Patroni, which starts PostgreSQL.
      name: node.name,
      at: `${node.address}:8008`,
      plan: { program: programs.patroni, args: [join(node.folder, 'patroni.yml')], env: path, node },
      isReady: () => isOk(`http://${node.address}:8008/health`),
    })),
    {
      name: 'haproxy',
      at: local(ports.site),
      plan: {
        program: programs.haproxy,
        args: ['-db', '-f', join(folder, 'web-processes.cfg'), '-f', join(folder, 'haproxy.cfg')],
      },
      isReady: () => connects(ports.leader),
    },
    {
      name: 'pgbouncer',
      at: local(ports.pooler),
      plan: { program: programs.pgbouncer, args: [join(folder, 'pgbouncer.ini')] },
      isReady: () => connects(ports.pooler),
    },
    {
      name: 'redis',
      at: local(ports.redis),
      plan: { program: programs['redis-server'], args: [join(folder, 'redis.conf')] },
      isReady: () => connects(ports.redis),
    },
  ]
}

/**
 * The payment sandbox and the processes of Terrace. `env` is added to their environment; `codeFolder` has the release that
 * they run.
 */
export function terraceOf(
  layout: ClusterLayout,
  env: Record<string, string> = {},
  codeFolder = projectFolder,
): ClusterProcess[] {
  const { ports } = layout
  const sandbox = sandboxOf(layout)
  return [
    {
      name: 'sandbox',
      at: `127.0.0.1:${ports.sandbox}`,
      plan: terracePlan(projectFolder, ['apps/sandbox/src/main.ts'], {
        // Through HAProxy, so that an event reaches a process that runs.
        ...sandboxVariables(sandbox, `http://127.0.0.1:${ports.site}`),
        LOG_LEVEL: 'warn',
      }),
      isReady: () => isOk(`${sandboxUrl(sandbox)}/health`),
    },
    ...ports.web.map((port, index) =>
      serverProcess(layout, { name: `web${index + 1}`, port, role: 'web', env, codeFolder }),
    ),
    ...ports.workers.map((port, index) =>
      serverProcess(layout, { name: `worker${index + 1}`, port, role: 'worker', env, codeFolder }),
    ),
  ]
}

interface ServerOptions {
  name: string
  port: number
  role: string
  env: Record<string, string>
  codeFolder?: string
}

/** A process of Terrace. */
export function serverProcess(
  layout: ClusterLayout,
  { name, port, role, env, codeFolder = projectFolder }: ServerOptions,
): ClusterProcess {
  return {
    name,
    at: `127.0.0.1:${port}`,
    plan: terracePlan(codeFolder, [...serverFlags, 'apps/api/src/main.ts'], {
      ...terraceVariables(layout),
      ROLES: role,
      PORT: String(port),
      ...env,
    }),
    isReady: () => isOk(`http://127.0.0.1:${port}/health/ready`),
  }
}

/** The environment of every process of Terrace. All share one data folder, in place of a bucket and configured keys. */
export function terraceVariables(layout: ClusterLayout): Record<string, string> {
  const { folder, ports } = layout
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    // Without a build, the processes serve the API alone.
    ...(existsSync(webBuildDir) && { WEB_BUILD_DIR: webBuildDir }),
    DATABASE_URL: databaseUrl(layout, ports.pooler),
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: databaseUrl(layout, ports.leader),
    DATABASE_REPLICA_URL: databaseUrl(layout, ports.pooler, 'terrace_replica'),
    VALKEY_URL: `redis://127.0.0.1:${ports.redis}`,
    TRUSTED_PROXIES: '127.0.0.1',
    // HAProxy takes a process out within three seconds.
    SHUTDOWN_DELAY_SECONDS: '4',
    ...serverVariables(sandboxOf(layout)),
  }
}

function terracePlan(codeFolder: string, args: readonly string[], env: Record<string, string>): ProcessPlan {
  return { program: process.execPath, args, env, asEngine: false, cwd: codeFolder }
}
