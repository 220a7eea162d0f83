import { maxPriceRules, type RuleSettings } from '@terrace/contracts/price-rules'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { priceRuleErrors } from '../price-rules.errors.ts'
import type { PriceRule } from './price-rule.ts'
import {
  findRule,
  insertRule,
  lockTeam,
  readRules,
  removeRule,
  updateRule,
  writeOrder,
} from './rules.repo.ts'
import { presentOneRule } from './show-rules.ts'

export interface RuleDeps {
  db: Db
  clock: Clock
}

/** A member of the team whose rules are changed. */
export interface RuleEditor {
  teamId: string
  accountId: string
  actor: Actor
}

interface Saving {
  name: string
  settings: RuleSettings
}

/** Adds a rule after the others. It is off. */
export async function createRule(
  { db, clock, ids }: RuleDeps & { ids: Ids },
  { teamId, accountId, actor }: RuleEditor,
  { name, settings }: Saving,
): Promise<string> {
  const id = ids.next('prl')
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await lockTeam(tx, teamId, at)
    if ((await readRules(tx, teamId)).length >= maxPriceRules)
      throw priceRuleErrors.make('price_rule.too_many')
    await insertRule(tx, { id, teamId, name, settings, accountId, at })
    await recordChanges(tx, actor, {
      kind: 'pricing.rule_saved',
      teamId,
      details: { rule_id: id, version: 1 },
    })
  })
  return id
}

interface VersionedTarget {
  id: string
  version: number
}

/**
 * Saves a new version of the rule and switches it off; it can be switched on again after a simulation.
 * @throws `price_rule.changed` with the current rule, when it has another version
 */
export async function changeRule(
  deps: RuleDeps,
  editor: RuleEditor,
  { id, version, name, settings }: Saving & VersionedTarget,
): Promise<void> {
  const { teamId, accountId, actor } = editor
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockVersion(tx, deps, editor, { id, version })
    await updateRule(tx, { id, name, settings, accountId, at })
    await recordChanges(tx, actor, {
      kind: 'pricing.rule_saved',
      teamId,
      details: { rule_id: id, version: version + 1 },
    })
  })
}

/** Locks the team's rules and returns the rule, if it has this version. */
export async function lockVersion(
  tx: Tx,
  { clock }: Pick<RuleDeps, 'clock'>,
  { teamId }: Pick<RuleEditor, 'teamId'>,
  { id, version }: VersionedTarget,
): Promise<PriceRule> {
  const now = clock.now()
  await lockTeam(tx, teamId, now)
  const rule = await findRule(tx, { teamId, id })
  if (!rule) throw priceRuleErrors.make('price_rule.not_found')
  if (rule.version !== version) {
    const current = await presentOneRule(tx, { rule, now })
    throw priceRuleErrors.make('price_rule.changed', { details: { rule: current } })
  }
  return rule
}

/** Switches the rule off and takes it out of the list. Its log stays. */
export async function deleteRule(
  { db, clock }: RuleDeps,
  { teamId, actor }: RuleEditor,
  id: string,
): Promise<void> {
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await lockTeam(tx, teamId, at)
    if (!(await findRule(tx, { teamId, id }))) throw priceRuleErrors.make('price_rule.not_found')
    await removeRule(tx, id, at)
    await recordChanges(tx, actor, { kind: 'pricing.rule_removed', teamId, details: { rule_id: id } })
  })
}

/** @throws `price_rule.order_changed` unless these are exactly the team's rules */
export async function reorderRules(
  { db, clock }: RuleDeps,
  { teamId, actor }: RuleEditor,
  ids: readonly string[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockTeam(tx, teamId, clock.now())
    const known = (await readRules(tx, teamId)).map(({ id }) => id)
    if (known.toSorted().join(' ') !== ids.toSorted().join(' '))
      throw priceRuleErrors.make('price_rule.order_changed')
    await writeOrder(tx, ids)
    await recordChanges(tx, actor, {
      kind: 'pricing.rules_reordered',
      teamId,
      details: { rules: ids.length },
    })
  })
}
