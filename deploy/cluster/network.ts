import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { UserError } from '../../tools/launch/user-error.ts'
import type { ClusterLayout, ClusterNode } from './layout.ts'
import { findOccupant, type Link } from './subnet.ts'

/**
 * Creates the bridge and a namespace for each node, where they are missing. Nothing outside of this machine is reached.
 * @throws UserError if another link of this machine has the addresses
 */
export function createNetwork({ bridge, nodes }: ClusterLayout): void {
  if (!bridge) return
  const occupant = findOccupant(readLinks(), bridge)
  if (occupant)
    throw new UserError(
      `The link ${occupant.ifname} of this machine has addresses of ${bridge.network}, which the cluster needs. Choose other ports: npm run cluster -- up --port 4700`,
    )
  if (!existsSync(`/sys/class/net/${bridge.name}`)) {
    ip('link', 'add', bridge.name, 'type', 'bridge')
    ip('addr', 'add', `${bridge.address}/24`, 'dev', bridge.name)
  }
  ip('link', 'set', bridge.name, 'up')
  for (const node of nodes) {
    if (node.namespace === undefined || existsSync(`/run/netns/${node.namespace}`)) continue
    const link = linkOf(node)
    ip('netns', 'add', node.namespace)
    ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', node.namespace)
    ip('link', 'set', link, 'master', bridge.name, 'up')
    ip('-n', node.namespace, 'link', 'set', 'lo', 'up')
    ip('-n', node.namespace, 'addr', 'add', `${node.address}/24`, 'dev', 'eth0')
    ip('-n', node.namespace, 'link', 'set', 'eth0', 'up')
  }
}

/** Removes what {@link createNetwork} created. */
export function removeNetwork({ bridge, nodes }: ClusterLayout): void {
  for (const node of nodes) {
    // A namespace goes away some time after its removal, its cable at once.
    if (existsSync(`/sys/class/net/${linkOf(node)}`)) ip('link', 'delete', linkOf(node))
    if (node.namespace !== undefined && existsSync(`/run/netns/${node.namespace}`))
      ip('netns', 'delete', node.namespace)
  }
  if (bridge && existsSync(`/sys/class/net/${bridge.name}`)) ip('link', 'delete', bridge.name)
}

/** Pulls the node's cable: packets in both directions are lost without an error. */
export function cutOff(node: ClusterNode): void {
  ip('link', 'set', linkOf(node), 'down')
}

export function reconnect(node: ClusterNode): void {
  ip('link', 'set', linkOf(node), 'up')
}

/** Every process of a node that has a namespace. */
export function processesOf({ namespace }: ClusterNode): number[] {
  if (namespace === undefined) return []
  const text = execFileSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8' })
  return text.split('\n').filter(Boolean).map(Number)
}

/** The end of the cable outside of the namespace; names of links have at most 15 characters. */
function linkOf({ namespace = 'none' }: ClusterNode): string {
  return namespace.replace('terrace-', 't').replace('-node', 'n')
}

function readLinks(): Link[] {
  return JSON.parse(execFileSync('ip', ['-json', '-4', 'addr', 'show'], { encoding: 'utf8' })) as Link[] // as ip documents it
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
