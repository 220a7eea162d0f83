import { useMutation } from '@tanstack/react-query'
import { priceRulesRoutes, type WirePriceRule } from '@terrace/contracts/price-rules'
import { useState } from 'react'
import { FormError } from '#web/forms/form-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { StatusPill, type Tone } from '#web/ui/data-display/badge.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useOverviewCall, useReloadRules } from './queries.ts'
import { counted, editRefusal, pauseSentence, ruleSentence, timeText } from './texts.ts'

interface RuleListProps {
  rules: readonly WirePriceRule[]
  onEdit: (rule: WirePriceRule) => void
  onSimulate: (rule: WirePriceRule) => void
  onLog: (ruleId: string) => void
}

/** Rules by priority: the first one that selects a listing prices it. */
export function RuleList({ rules, ...actions }: RuleListProps) {
  const reorder = useOverviewCall((ids: string[]) =>
    call(priceRulesRoutes.reorder, { body: { rule_ids: ids } }),
  )
  function move(from: number, to: number) {
    const ids = rules.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved !== undefined) reorder.mutate([...ids.slice(0, to), moved, ...ids.slice(to)])
  }
  return (
    <>
      {rules.length > 1 && (
        <p className="mb-2 text-sm text-muted">Where two rules cover a listing, the upper one prices it.</p>
      )}
      {reorder.error && <FormError error={reorder.error} />}
      <ol className="space-y-3" aria-label="Price rules">
        {rules.map((rule, index) => (
          <li key={rule.id}>
            <RuleCard
              rule={rule}
              {...actions}
              onUp={index === 0 ? null : () => move(index, index - 1)}
              onDown={index === rules.length - 1 ? null : () => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

const states: Readonly<Record<WirePriceRule['state'], { tone: Tone; text: string }>> = {
  on: { tone: 'ok', text: 'On' },
  off: { tone: 'neutral', text: 'Off' },
  stopped: { tone: 'danger', text: 'Stopped' },
}

interface RuleCardProps extends Omit<RuleListProps, 'rules'> {
  rule: WirePriceRule
  onUp: (() => void) | null
  onDown: (() => void) | null
}

function RuleCard({ rule, onEdit, onSimulate, onLog, onUp, onDown }: RuleCardProps) {
  const reload = useReloadRules()
  const [isRemoving, setRemoving] = useState(false)
  const params = { rule_id: rule.id }
  const switching = useMutation({
    mutationFn: (on: boolean) =>
      call(priceRulesRoutes.switch, { params, body: { version: rule.version, on } }),
    onSettled: reload,
  })
  const removing = useMutation({
    mutationFn: () => call(priceRulesRoutes.remove, { params }),
    onSettled: reload,
  })
  const error = switching.error ?? removing.error
  const { tone, text } = states[rule.state]
  const isReady = rule.simulation?.is_current ?? false
  return (
    <Panel className="p-4">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          <h2 className="text-base font-semibold [overflow-wrap:anywhere]">{rule.name}</h2>
          <StatusPill tone={tone}>{text}</StatusPill>
        </div>
        <div className="flex shrink-0">
          <IconButton
            label={`Move ${rule.name} up`}
            icon={<ArrowUpIcon aria-hidden />}
            isDisabled={onUp === null || refusal('price') !== null}
            onPress={() => onUp?.()}
          />
          <IconButton
            label={`Move ${rule.name} down`}
            icon={<ArrowDownIcon aria-hidden />}
            isDisabled={onDown === null || refusal('price') !== null}
            onPress={() => onDown?.()}
          />
        </div>
      </div>
      <p className="mt-1 text-sm">{ruleSentence(rule.settings)}</p>
      <p className="text-sm text-muted">{pauseSentence(rule.settings)}</p>
      {rule.stopped && (
        <p className="mt-1 text-sm font-medium text-danger">
          Stopped {timeText(rule.stopped.at)}: it kept moving prices in answer to other automatic changes, by
          several sellers. Check the log, then simulate it and switch it on again.
        </p>
      )}
      <dl className="tabular mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Figure name="Covers" value={coverText(rule)} />
        <Figure name="Moves, 24 hours" value={String(rule.moves_today)} />
        <Figure name="Last move" value={rule.last_move_at === null ? 'never' : timeText(rule.last_move_at)} />
      </dl>
      {error && <FormError error={error} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {rule.state === 'on' ? (
          <ExplainedButton
            reason={refusal('price')}
            size="sm"
            isPending={switching.isPending}
            onPress={() => switching.mutate(false)}
          >
            Switch off
          </ExplainedButton>
        ) : (
          isReady && (
            <ExplainedButton
              reason={refusal('price')}
              size="sm"
              tone="primary"
              isPending={switching.isPending}
              onPress={() => switching.mutate(true)}
            >
              Switch on
            </ExplainedButton>
          )
        )}
        <ExplainedButton
          reason={editRefusal()}
          size="sm"
          tone={rule.state !== 'on' && !isReady ? 'primary' : 'secondary'}
          onPress={() => onSimulate(rule)}
        >
          Simulate
        </ExplainedButton>
        <ExplainedButton reason={editRefusal()} size="sm" onPress={() => onEdit(rule)}>
          Edit
        </ExplainedButton>
        <Button size="sm" tone="quiet" onPress={() => onLog(rule.id)}>
          Log
        </Button>
        <ExplainedButton reason={refusal('price')} size="sm" tone="quiet" onPress={() => setRemoving(true)}>
          Remove
        </ExplainedButton>
      </div>
      {isRemoving && (
        <ConfirmDialog
          isOpen
          title={`Remove “${rule.name}”?`}
          message="Its log stays. Prices stay as they are."
          confirmLabel="Remove rule"
          tone="danger"
          isPending={removing.isPending}
          onConfirm={() => removing.mutate(undefined, { onSettled: () => setRemoving(false) })}
          onCancel={() => setRemoving(false)}
        />
      )}
    </Panel>
  )
}

function coverText({ matched, covered }: WirePriceRule): string {
  const text = counted(covered, 'listing')
  return matched === covered ? text : `${text}, ${matched - covered} priced by a rule above`
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
