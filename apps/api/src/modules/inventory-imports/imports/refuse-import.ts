import { inTransaction } from '#api/db/transaction.ts'
import { wasNotifiedRecently } from '../automatic/automatic-imports.repo.ts'
import { isAutomatic } from '../automatic/decide-automatically.ts'
import { notifyOwners } from '../notices/notify-owners.ts'
import { importLink } from '../notices/page-links.ts'
import type { ImportDeps } from './import-deps.ts'
import { changeImport } from './imports.repo.ts'
import type { InventoryImport } from './inventory-import.ts'

export function olderFileText(last: InventoryImport): string {
  return `The file is older than ${last.fileName}, which was applied before. Export it again`
}

/** Ends an import that changes nothing. */
export async function refuseImport(
  { db, clock }: ImportDeps,
  inventoryImport: InventoryImport,
  code: string,
  problem: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isRefused = await changeImport(tx, inventoryImport.id, inventoryImport.state, {
      state: 'refused',
      problemCode: code,
      problem,
      finishedAt: clock.now(),
    })
    // A person who uploads a file sees it on the page.
    if (
      !isRefused ||
      !isAutomatic(inventoryImport) ||
      (await wasNotifiedRecently(tx, inventoryImport, { state: 'refused' }))
    )
      return
    await notifyOwners(tx, inventoryImport.teamId, {
      kind: 'file',
      title: 'A stock file was refused',
      detail: `${inventoryImport.fileName}: ${problem}`,
      link: importLink(inventoryImport.id),
    })
  })
}
