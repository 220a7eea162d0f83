import { useMutation } from '@tanstack/react-query'
import { priceRulesRoutes, wirePriceRule, type WirePriceRule } from '@terrace/contracts/price-rules'
import { useEffect, useId, useRef, useState } from 'react'
import { serverFieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Notice } from '#web/ui/layout/panel.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FormActions } from '#web/ui/overlay/form-actions.tsx'
import { useReloadRules } from '../queries.ts'
import { pauseSentence, ruleSentence } from '../texts.ts'
import { draftOf, settingsOf, type RuleDraft } from './rule-draft.ts'
import { ScopeFields } from './scope-fields.tsx'
import { LimitFields, StrategyFields } from './term-fields.tsx'

/** Fields that show their own errors, as named on the wire. */
const shownFields = [
  'name',
  'settings.strategy',
  'settings.strategy.amount',
  'settings.strategy.percent',
  'settings.margin_percent',
  'settings.ceiling',
  'settings.round_to',
  'settings.max_percent_per_day',
  'settings.max_changes_per_hour',
  'settings.min_comparables',
  'settings.outlier_percent',
  'settings.respects_hand_hours',
]

export interface RuleDialogProps {
  /** `null`: a new rule. */
  rule: WirePriceRule | null
  isOpen: boolean
  onClose: () => void
  onSaved: (rule: WirePriceRule) => void
}

/** Creates or changes a rule, and says in a sentence what it will do. */
export function RuleDialog({ rule, isOpen, onClose, onSaved }: RuleDialogProps) {
  const reload = useReloadRules()
  const form = useId()
  const [draft, setDraft] = useState(() => draftOf(rule))
  const [base, setBase] = useState(rule)
  const change = (changed: Partial<RuleDraft>) => setDraft((known) => ({ ...known, ...changed }))
  const settings = settingsOf(draft)
  const saving = useMutation({
    mutationFn: async () => {
      const body = { name: draft.name, settings }
      return base
        ? call(priceRulesRoutes.change, {
            params: { rule_id: base.id },
            body: { ...body, version: base.version },
          })
        : call(priceRulesRoutes.create, { body })
    },
    onSuccess: ({ data }) => {
      reload()
      onSaved(data)
    },
  })
  const current = currentRuleOf(saving.error)
  const errors = serverFieldErrors(saving.error)
  const props = { draft, change, errors }
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (saving.error) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [saving.error])
  return (
    <Dialog
      title={rule ? 'Edit price rule' : 'New price rule'}
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!saving.isPending}
      actions={
        <FormActions
          formId={form}
          submitLabel="Save and simulate"
          isPending={saving.isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        ref={fields}
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
        className="space-y-6"
      >
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          error={errors['name']}
          isTouched
          isRequired
          maxLength={80}
          autoFocus
        />
        <ScopeFields {...props} />
        <StrategyFields {...props} />
        <LimitFields {...props} />
        <Notice>
          <b>{ruleSentence(settings)}</b> {pauseSentence(settings)}
        </Notice>
        {rule?.state === 'on' && (
          <p className="text-sm text-muted">
            Saving switches the rule off. It can be switched on again after the simulation.
          </p>
        )}
      </form>
      {current && (
        <Notice tone="signal" className="mt-4">
          {current.updated_by ?? 'Someone'} has changed this rule since: {ruleSentence(current.settings)}{' '}
          <span className="mt-2 flex flex-wrap gap-2">
            <Button
              size="sm"
              onPress={() => {
                setDraft(draftOf(current))
                setBase(current)
                saving.reset()
              }}
            >
              Take the other version
            </Button>
            <Button
              size="sm"
              onPress={() => {
                setBase(current)
                saving.reset()
              }}
            >
              Go on with mine
            </Button>
          </span>
        </Notice>
      )}
      {saving.error && !current && <FormError error={saving.error} shownFields={shownFields} />}
    </Dialog>
  )
}

/** The rule as a colleague has saved it since it was opened. */
function currentRuleOf(error: unknown): WirePriceRule | null {
  if (!(error instanceof ApiError) || error.code !== 'price_rule.changed') return null
  const { errors } = error
  if (typeof errors !== 'object' || !('rule' in errors)) return null
  const parsed = wirePriceRule.safeParse(errors.rule)
  return parsed.success ? parsed.data : null
}
