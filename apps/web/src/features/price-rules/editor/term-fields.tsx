import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { FieldGroup } from './field-group.tsx'
import type { RuleDraft } from './rule-draft.ts'
import type { RuleFieldsProps } from './scope-fields.tsx'
import { ScopeSelect } from './scope-select.tsx'

const strategies = [
  { id: 'undercut', name: 'Stay an amount below' },
  { id: 'undercut_percent', name: 'Stay a percentage below' },
  { id: 'match', name: 'Match' },
] as const

const places = ['The lowest', 'Second lowest', 'Third lowest', 'Fourth lowest', 'Fifth lowest'].map(
  (name, index) => ({ id: String(index + 1), name }),
)

/** What price the rule wants. */
export function StrategyFields({ draft, change, errors }: RuleFieldsProps) {
  return (
    <FieldGroup
      legend="Price"
      hint="Amounts are in each listing’s own currency. Comparables are the lowest listings of other sellers in the same section, one per seller, up to five rows away."
    >
      <ScopeSelect
        label="Do what"
        options={strategies}
        value={draft.by}
        onChange={(id) => change({ by: strategies.find((each) => each.id === id)?.id ?? 'match' })}
      />
      {draft.by !== 'match' && (
        <NumberField
          label={draft.by === 'undercut' ? 'Amount below' : 'Percent below'}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          error={
            errors['settings.strategy.amount'] ??
            errors['settings.strategy.percent'] ??
            errors['settings.strategy']
          }
        />
      )}
      <ScopeSelect
        label="Which comparable"
        options={places}
        value={draft.place}
        onChange={(place) => change({ place })}
      />
      <NumberField
        label="Margin on cost, percent"
        description="With the listing’s floor, the lowest price."
        value={draft.margin}
        onChange={(margin) => change({ margin })}
        error={errors['settings.margin_percent']}
      />
      <NumberField
        label="Highest price"
        description="Empty: no limit."
        value={draft.ceiling}
        onChange={(ceiling) => change({ ceiling })}
        error={errors['settings.ceiling']}
      />
      <NumberField
        label="Round to steps of"
        description="Such as 0.50. Empty: exact."
        value={draft.step}
        onChange={(step) => change({ step })}
        error={errors['settings.round_to']}
      />
    </FieldGroup>
  )
}

/** Limits of how often and how far the rule changes prices. */
export function LimitFields({ draft, change, errors }: RuleFieldsProps) {
  const field = (
    label: string,
    name: keyof RuleDraft & ('maxPercent' | 'maxChanges' | 'minComparables' | 'outlierPercent' | 'handHours'),
    wire: string,
    description?: string,
  ) => (
    <NumberField
      label={label}
      {...(description !== undefined && { description })}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      error={errors[`settings.${wire}`]}
    />
  )
  return (
    <FieldGroup legend="Limits">
      {field('Percent a day, at most', 'maxPercent', 'max_percent_per_day')}
      {field('Changes an hour, at most', 'maxChanges', 'max_changes_per_hour', '1 to 4.')}
      {field('Comparables, at least', 'minComparables', 'min_comparables', 'With fewer, prices stay.')}
      {field('Ignore prices this far from the median, percent', 'outlierPercent', 'outlier_percent')}
      {field(
        'Hours to respect a price changed by hand',
        'handHours',
        'respects_hand_hours',
        '0: move it at the next run.',
      )}
      <div className="self-end">
        <Checkbox isSelected={draft.followsUp} onChange={(followsUp) => change({ followsUp })}>
          Also raise prices when the market rises
        </Checkbox>
      </div>
    </FieldGroup>
  )
}

interface NumberFieldProps {
  label: string
  description?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

function NumberField({ error, ...props }: NumberFieldProps) {
  return <TextField {...props} inputMode="decimal" error={error} isTouched />
}
