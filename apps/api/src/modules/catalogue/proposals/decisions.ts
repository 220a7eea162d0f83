import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { AppError, invalidInput } from '#api/shared/app-error.ts'
import { finishImport } from '../importers/import-file.ts'
import { lockEventSources } from '../importers/event-sources/event-sources.repo.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { retryUnmatched, type RetryResult } from '../matching/retry-unmatched.ts'
import type { Proposal, ProposalStatus } from './proposal.ts'
import { countWaitingRows, findSameNames, lockProposals, readOpenProposals } from './proposals.repo.ts'
import { reopenProposedRows } from './proposed-rows.repo.ts'

export interface DecisionContext extends ImportContext {
  caller: Caller
}

/** Which proposals a decision is about: by number, or every open one that a file made. */
export type ProposalChoice =
  | { ids: readonly number[] }
  | { file: string; what?: Proposal['what'] | undefined }

export interface DecisionResult extends RetryResult {
  /** One line per decision. */
  summary: string[]
}

/**
 * Decides about the proposals in one transaction, then loads the rows that waited for them.
 * @throws `input.invalid` when a proposal does not exist or the decision cannot be applied; then nothing changes
 */
export async function decide(
  context: DecisionContext,
  choice: ProposalChoice,
  apply: (tx: Tx, proposal: Proposal) => Promise<string>,
): Promise<DecisionResult> {
  const decided = await inTransaction(context.db, async (tx) => {
    await lockEventSources(tx)
    const proposals = await chooseProposals(tx, choice)
    const ids = proposals.map(({ id }) => id)
    await reopenProposedRows(tx, ids)
    const summary = await applyAll(proposals, (proposal) => apply(tx, proposal))
    return { ids: [...ids, ...(await findSameNames(tx, ids))], summary }
  })
  const retried = await loadRows(context, decided.ids)
  await finishImport(context)
  return { ...retried, summary: [...decided.summary, ...retried.notes] }
}

/** @throws `input.invalid` with what is wrong with any of them, so that a file needs no attempt for each of its names */
async function applyAll(
  proposals: readonly Proposal[],
  apply: (proposal: Proposal) => Promise<string>,
): Promise<string[]> {
  const summary: string[] = []
  const problems = new Map<string, Set<string>>()
  for (const proposal of proposals) {
    try {
      summary.push(await apply(proposal))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'input.invalid') throw error
      for (const [field, texts] of Object.entries(error.details['fields'] as Record<string, string[]>))
        problems.set(field, (problems.get(field) ?? new Set()).union(new Set(texts)))
    }
  }
  if (problems.size === 0) return summary
  throw invalidInput(Object.fromEntries([...problems].map(([field, texts]) => [field, [...texts]])))
}

/** The decision stays when its rows cannot load yet: a job loads them after the import that runs. */
async function loadRows(
  context: DecisionContext,
  ids: readonly number[],
): Promise<RetryResult & { notes: string[] }> {
  try {
    return { ...(await retryUnmatched(context, ids)), notes: [] }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'import.running') throw error
    const counts = await countWaitingRows(context.db)
    const waiting = ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0)
    return { loaded: 0, waiting, bad: [], notes: [`${error.title}; the rows load by themselves then`] }
  }
}

/** The chosen proposals, locked. */
export async function chooseProposals(tx: Tx, choice: ProposalChoice): Promise<Proposal[]> {
  if ('file' in choice) {
    const open = await readOpenProposals(tx, choice.file)
    const chosen = open.filter(({ what }) => choice.what === undefined || what === choice.what)
    if (chosen.length === 0) throw invalidInput({ file: [`no open proposal comes from "${choice.file}"`] })
    return lockProposals(
      tx,
      chosen.map(({ id }) => id),
    )
  }
  const proposals = await lockProposals(tx, choice.ids)
  const unknown = choice.ids.find((id) => !proposals.some((proposal) => proposal.id === id))
  if (unknown !== undefined) throw invalidInput({ proposal: [`there is no proposal ${unknown}`] })
  const decided = proposals.find(({ status }) => status === 'accepted' || status === 'merged')
  if (decided) throw invalidInput({ proposal: [`"${decided.name}" is decided already: ${decided.status}`] })
  return proposals
}

export async function recordDecision(
  tx: Tx,
  { caller }: Pick<DecisionContext, 'caller'>,
  { what, id }: Proposal,
  status: Exclude<ProposalStatus, 'open'>,
  target: string,
): Promise<void> {
  await recordSecurityEvents(tx, {
    kind: 'catalogue.changed',
    caller,
    details: { action: `proposal ${status}`, what, subject: target === '' ? String(id) : target },
  })
}
