import { useQuery } from '@tanstack/react-query'
import { priceRulesRoutes, type RulesOverview, type WirePriceRule } from '@terrace/contracts/price-rules'
import { useRef, useState } from 'react'
import { env } from '#web/lib/env.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { AlertTriangleIcon, LockIcon, PlusIcon, FilterIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { MovesLog } from './log/moves-log.tsx'
import { rulesQuery, useOverviewCall, type LogFilter } from './queries.ts'
import { RuleList } from './rule-list.tsx'
import { counted, editRefusal, timeText } from './texts.ts'

const loadEditor = async () => ({ default: (await import('./editor/rule-dialog.tsx')).RuleDialog })
const loadSimulation = async () => ({
  default: (await import('./simulation/simulation-dialog.tsx')).SimulationDialog,
})

interface PriceRulesProps {
  /** The log instead of the list, with its filter; both are in the URL. */
  log: LogFilter | null
  onLog: (log: LogFilter | null) => void
}

/** The team's price rules: what they do, what they did, and the switch that stops them all. */
export function PriceRules({ log, onLog }: PriceRulesProps) {
  const rules = useQuery(rulesQuery())
  const [edited, setEdited] = useState<WirePriceRule | 'new' | null>(null)
  const [simulated, setSimulated] = useState<WirePriceRule | null>(null)
  const switchAll = useOverviewCall((on: boolean) => call(priceRulesRoutes.switchAll, { body: { on } }))
  const run = useOverviewCall<void>(() => call(priceRulesRoutes.run))
  const overview = rules.data
  const error = switchAll.error ?? run.error
  const page = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // The first rule takes the button with it that made it.
  useListFocus({
    list: page,
    rows: () => [...(page.current?.querySelectorAll<HTMLElement>('button:focus') ?? [])],
    field: heading,
  })
  const isAnyOn = overview?.rules.some(({ state }) => state === 'on') ?? false

  return (
    <div ref={page} className="mx-auto w-full max-w-300 px-4 py-6 sm:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <h1 ref={heading} tabIndex={-1} className="mr-auto text-xl outline-none">
          Price rules
        </h1>
        {overview && overview.rules.length > 0 && (
          <>
            <ExplainedButton
              reason={refusal('price')}
              isPending={run.isPending}
              isDisabled={!isAnyOn || overview.stopped !== null || overview.stopped_by_operator !== null}
              onPress={() => run.mutate()}
            >
              Run now
            </ExplainedButton>
            <ExplainedButton
              reason={refusal('price')}
              isPending={switchAll.isPending}
              icon={overview.stopped ? undefined : <LockIcon aria-hidden className="size-4" />}
              onPress={() => switchAll.mutate(overview.stopped !== null)}
            >
              {overview.stopped ? 'Let rules run' : 'Stop all rules'}
            </ExplainedButton>
            <ExplainedButton
              reason={editRefusal()}
              tone="primary"
              icon={<PlusIcon aria-hidden className="size-4" />}
              onPress={() => setEdited('new')}
            >
              New rule
            </ExplainedButton>
          </>
        )}
      </div>
      {error && <FormError error={error} />}
      {overview && <Status overview={overview} />}
      {overview && overview.rules.length > 0 && (
        <Segmented
          label="Show"
          className="mt-4"
          segments={[
            { value: 'rules', label: `Rules ${overview.rules.length}` },
            { value: 'log', label: 'Log' },
          ]}
          value={log ? 'log' : 'rules'}
          onChange={(value) => onLog(value === 'log' ? { ruleId: '', outcome: '' } : null)}
        />
      )}
      <div className="mt-4">
        {!overview && !rules.error && <Skeleton className="h-64" />}
        {!overview && rules.error && <LoadError title="Couldn’t load your price rules" query={rules} />}
        {overview?.rules.length === 0 && (
          <EmptyState
            icon={<FilterIcon />}
            title="No price rules"
            message="A rule keeps your prices below or level with comparable listings, every 15 minutes. It never sells under your cost and margin, and you see what it would do before you switch it on."
            action={
              <ExplainedButton reason={editRefusal()} tone="primary" onPress={() => setEdited('new')}>
                New rule
              </ExplainedButton>
            }
          />
        )}
        {overview && overview.rules.length > 0 && !log && (
          <RuleList
            rules={overview.rules}
            onEdit={setEdited}
            onSimulate={setSimulated}
            onLog={(ruleId) => onLog({ ruleId, outcome: '' })}
          />
        )}
        {overview && overview.rules.length > 0 && log && (
          <MovesLog rules={overview.rules} filter={log} onFilter={onLog} />
        )}
      </div>
      {edited && (
        <LazyPart
          load={loadEditor}
          props={{
            rule: edited === 'new' ? null : edited,
            isOpen: true,
            onClose: () => setEdited(null),
            onSaved: (rule: WirePriceRule) => {
              setEdited(null)
              setSimulated(rule)
            },
          }}
        />
      )}
      {simulated && (
        <LazyPart
          key={`${simulated.id} ${simulated.version}`}
          load={loadSimulation}
          props={{
            rule: simulated,
            isOpen: true,
            onClose: () => setSimulated(null),
            onEdit: () => {
              setSimulated(null)
              setEdited(overview?.rules.find(({ id }) => id === simulated.id) ?? simulated)
            },
          }}
        />
      )}
    </div>
  )
}

/** What keeps all rules from running, or when they ran and will run. */
function Status({ overview }: { overview: RulesOverview }) {
  const { stopped, stopped_by_operator: operator, last_run: last, next_run_at: next } = overview
  if (operator)
    return (
      <Notice tone="signal" className="mt-4" icon={<AlertTriangleIcon aria-hidden />}>
        {env().brand} has stopped all price rules since {timeText(operator.at)}: {operator.reason}
      </Notice>
    )
  if (stopped)
    return (
      <Notice tone="signal" className="mt-4" icon={<LockIcon aria-hidden />}>
        All rules are stopped since {timeText(stopped.at)}
        {stopped.by !== null && ` by ${stopped.by}`}. No price is moved.
      </Notice>
    )
  return (
    <p className="tabular mt-1 text-sm text-muted" role="status">
      {last &&
        `Last run ${timeText(last.at)}: ${counted(last.checked, 'listing')} checked, ${last.moved} moved${last.is_finished ? '' : ', still running'}. `}
      {next !== null && `Next run ${timeText(next)}.`}
    </p>
  )
}
