import { formatCount } from '@terrace/domain/tickets/format-count'
import { valuesOf, type DescribedAssumptions, type MeasuredCosts } from './inputs.ts'
import {
  forecast,
  loadAt,
  nameOf,
  remedyOf,
  type ActionCost,
  type Deployment,
  type Forecast,
  type Load,
} from './model.ts'

interface Inputs {
  load: Load
  measured: MeasuredCosts
  deployments: { plannedUse: number; deployments: Deployment[] }
  assumptions: DescribedAssumptions
}

/** The part of docs/guides/scaling.md that the model writes: costs, assumptions, load, and the first limit at each scale. */
export function describeGrowth({ load, measured, deployments, assumptions }: Inputs): string {
  const { at, cores, processor, node, postgres, load: machineLoad } = measured.measured
  const found = forecast(load, measured.costs, { ...deployments, assumptions: valuesOf(assumptions) })
  const perPurchase = cpuMsOf(measured.costs.actions.order)
  return [
    `Costs, measured on ${at} on ${cores} cores of ${processor} (load ${machineLoad} before it began), Node ${node}, PostgreSQL ${postgres}:`,
    table(
      ['Action', 'Server CPU', 'Database CPU', 'Statements', 'WAL', 'Outbox rows', 'Worker CPU', 'Responses'],
      Object.entries(measured.costs.actions).map(([name, cost]) => [
        actionNames[name as keyof typeof actionNames],
        `${cost.serverCpuMs} ms`,
        `${cost.databaseCpuMs} ms`,
        `${cost.statements}`,
        kilobytes(cost.walBytes),
        `${cost.outboxRows}`,
        `${cost.workerCpuMs} ms`,
        kilobytes(cost.responseBytes),
      ]),
    ),
    `Each row of the outbox costs every other process ${measured.costs.noticeCpuMs} ms. A process takes ${measured.costs.processMb} MB, a socket ${measured.costs.kbPerSocket} kB, an order ${kilobytes(measured.costs.databaseBytesPerOrder)} and a listing ${kilobytes(measured.costs.databaseBytesPerListing)} in the database. One listing can be held and released ${formatCount(measured.costs.holdsPerSecondOfOneListing)} times a second. A purchase takes ${perPurchase.toFixed(1)} ms of processor time in the web process, the database and the workers together, so two cores carry at most ${count(2000 / perPurchase)} a second at this cost.`,
    'Not measured by this command:',
    table(
      ['Input', 'Value', 'Source'],
      Object.values(assumptions).map(({ meaning, value, unit, source }) => [
        meaning,
        `${count(value)} ${unit}`,
        source,
      ]),
    ),
    table(
      [
        'Scale',
        'Feeds/s',
        'Orders/s',
        'Price changes/s',
        'Sockets',
        'First limit of the previous deployment, the load that reaches it, and what to add',
        'Carried by',
      ],
      found.map((each) => rowOf(each, load)),
    ),
    table(
      ['Scale', 'Most used there, of the planned capacity'],
      found.map(({ scale, uses }) => [
        `${formatCount(scale)}×`,
        uses
          .slice(0, 4)
          .map(({ resource, share }) => `${nameOf(resource)} ${percent(share)}`)
          .join(' · '),
      ]),
    ),
  ].join('\n\n')
}

const actionNames = {
  feed: 'feed page of 50 listings',
  search: 'search while typing',
  hold: 'hold and release',
  order: 'hold and purchase',
  priceChange: 'price of one listing, in bulk edits of 100',
}

function rowOf({ scale, limits, needed }: Forecast, load: Load): string[] {
  const figures = loadAt(load, scale)
  return [
    `${formatCount(scale)}×`,
    count(figures.feedsPerSecond),
    count(figures.ordersPerSecond),
    count(figures.priceChangesPerSecond),
    count(figures.openSockets),
    limits
      .slice(0, 3)
      .map(({ resource, atScale }) => `${nameOf(resource)} at ${count(atScale)}×: ${remedyOf(resource)}`)
      .join('<br>'),
    needed ?? 'nothing that is described here',
  ]
}

/** Of the web process, the database and the workers. */
const cpuMsOf = ({ serverCpuMs, databaseCpuMs, workerCpuMs }: ActionCost) =>
  serverCpuMs + databaseCpuMs + workerCpuMs

/** Three digits say enough. */
const count = (value: number) =>
  value < 100 ? String(Number(value.toPrecision(3))) : formatCount(Math.round(value))
const percent = (share: number) => `${formatCount(Math.round(share * 100))} %`
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
