import { useQuery } from '@tanstack/react-query'
import { deliveryLabel, deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import type { FieldErrors } from '#web/forms/field-errors.ts'
import { scopeChoicesQuery } from '../queries.ts'
import { FieldGroup } from './field-group.tsx'
import type { RuleDraft } from './rule-draft.ts'
import { ScopeSelect } from './scope-select.tsx'

export interface RuleFieldsProps {
  draft: RuleDraft
  change: (changed: Partial<RuleDraft>) => void
  /** Messages by the name of the field on the wire. */
  errors: FieldErrors
}

/** Which of the team's own listings the rule prices. */
export function ScopeFields({ draft, change }: RuleFieldsProps) {
  // Without choices the selects offer what is chosen.
  const { data: choices } = useQuery(scopeChoicesQuery())
  const named = (list: readonly { name: string; listings: number }[] = []) =>
    list.map(({ name, listings }) => ({ id: name, name: `${name} (${listings})` }))
  const kept = Object.keys(draft.other).length
  return (
    <FieldGroup
      legend="Listings"
      hint={`Your listings on sale that match all of these.${kept > 0 ? ` ${kept} further conditions of this rule stay.` : ''}`}
    >
      <ScopeSelect
        label="Competition"
        anyText="Any competition"
        options={(choices?.competitions ?? []).map(({ id, name, listings }) => ({
          id: String(id),
          name: `${name} (${listings})`,
        }))}
        value={draft.competitionId}
        onChange={(competitionId) => change({ competitionId })}
      />
      <ScopeSelect
        label="Event"
        anyText="Any event"
        options={(choices?.events ?? []).map((event) => ({
          id: String(event.id),
          name: `${event.title}, ${event.event_date_local.slice(0, 10)} (${event.listings})`,
        }))}
        value={draft.eventId}
        onChange={(eventId) => change({ eventId })}
      />
      <ScopeSelect
        label="Section"
        anyText="Any section"
        options={named(choices?.sections)}
        value={draft.section}
        onChange={(section) => change({ section })}
      />
      <ScopeSelect
        label="Tag"
        anyText="Any tag"
        options={named(choices?.tags)}
        value={draft.tag}
        onChange={(tag) => change({ tag })}
      />
      <ScopeSelect
        label="Delivery"
        anyText="Any delivery"
        options={deliveryTypes.map((id) => ({ id, name: deliveryLabel(id) }))}
        value={draft.delivery}
        onChange={(id) => change({ delivery: deliveryTypes.find((known) => known === id) ?? '' })}
      />
    </FieldGroup>
  )
}
