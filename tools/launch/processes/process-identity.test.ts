import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import {
  commandLine,
  endProcess,
  identify,
  isProcessRunning,
  type ProcessIdentity,
} from './process-identity.ts'

async function startNode(code: string): Promise<{ child: ChildProcess; identity: ProcessIdentity }> {
  const child = spawn(process.execPath, ['-e', `${code}; process.stdout.write('up')`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (child.stdout) await once(child.stdout, 'data')
  const identity = identify(child.pid ?? 0)
  if (!identity) throw new Error('cannot identify the child')
  return { child, identity }
}

test('a running process has one identity and an ended one has none', async () => {
  const { child, identity } = await startNode('setInterval(() => {}, 1000)')
  expect(identify(identity.pid)).toEqual(identity)
  expect(isProcessRunning(identity)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isProcessRunning(identity)).toBe(false)
})

test('a later process with the same pid has another identity', () => {
  expect(isProcessRunning({ pid: process.pid, started: 'long ago' })).toBe(false)
})

test('endProcess signals a process and waits for its end', async () => {
  const { child, identity } = await startNode('setInterval(() => {}, 1000)')
  const exited = once(child, 'exit')
  await expect(endProcess(identity, 'SIGTERM', 10_000)).resolves.toBe(true)
  expect(await exited).toEqual([null, 'SIGTERM'])
})

test('a process that ignores the signal is reported after the timeout', async () => {
  const { child, identity } = await startNode('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)')
  await expect(endProcess(identity, 'SIGTERM', 50)).resolves.toBe(false)
  child.kill('SIGKILL')
})

test('a process that reuses the pid is never signalled', async () => {
  await expect(endProcess({ pid: process.pid, started: 'long ago' }, 'SIGKILL', 50)).resolves.toBe(true)
})

test('the command line contains the program and its arguments', () => {
  expect(commandLine(process.pid)).toContain('node')
})
