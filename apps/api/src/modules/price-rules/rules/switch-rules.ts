import { recordChanges } from '#api/audit/record-changes.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { priceRuleErrors } from '../price-rules.errors.ts'
import { lockVersion, type RuleDeps, type RuleEditor } from './manage-rules.ts'
import { isSimulated } from './is-simulated.ts'
import { lockTeam, readTeamSwitch, scheduleRun, setRuleState, writeTeamSwitch } from './rules.repo.ts'

/** Switches one rule on or off. After it is switched off, it sets no further price. */
export async function switchRule(
  deps: RuleDeps,
  editor: RuleEditor,
  { id, version, isOn }: { id: string; version: number; isOn: boolean },
): Promise<void> {
  const { teamId, accountId, actor } = editor
  await inTransaction(deps.db, async (tx) => {
    const rule = await lockVersion(tx, deps, editor, { id, version })
    const state = isOn ? 'on' : 'off'
    if (rule.state === state) return
    const at = deps.clock.now()
    if (isOn && !isSimulated(rule, at)) throw priceRuleErrors.make('price_rule.not_simulated')
    await setRuleState(tx, { id, state, at, accountId })
    if (isOn) await scheduleRun(tx, teamId, at)
    await recordChanges(tx, actor, {
      kind: 'pricing.rule_switched',
      teamId,
      details: { rule_id: id, version, is_on: isOn },
    })
  })
}

/** Switches all rules of a team on or off together. While they are off, none runs, and each keeps its own state. */
export async function switchAllRules(
  { db, clock }: RuleDeps,
  { teamId, accountId, actor }: RuleEditor,
  isOn: boolean,
): Promise<void> {
  const at = clock.now()
  await inTransaction(db, async (tx) => {
    await lockTeam(tx, teamId, at)
    const known = await readTeamSwitch(tx, teamId)
    if (((known?.stoppedAt ?? null) === null) === isOn) return
    await writeTeamSwitch(tx, { teamId, stopped: isOn ? null : { at, by: accountId } })
    if (isOn) await scheduleRun(tx, teamId, at)
    await recordChanges(tx, actor, { kind: 'pricing.all_switched', teamId, details: { is_on: isOn } })
  })
}
