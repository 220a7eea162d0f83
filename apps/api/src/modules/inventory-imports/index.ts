export { createDropFolderWatcher } from './automatic/create-drop-folder-watcher.ts'
export { runHeartbeats as runInventoryHeartbeats } from './automatic/run-heartbeats.ts'
export { mountInventoryEventRequests } from './event-requests.routes.ts'
export {
  decideNameForAll as decideEventName,
  decideRequestedName as decideRequestedEventName,
  declineRequest as declineEventRequest,
  resolveRequest as resolveEventRequest,
} from './requests/event-requests.ts'
export {
  readOpenRequests as readOpenEventRequests,
  type EventRequest,
} from './requests/event-requests.repo.ts'
export { mountInventoryDrafts } from './drafts.routes.ts'
export { authenticateApiKey } from './api-keys/authenticate-key.ts'
export { mountInventoryApiKeys } from './api-keys.routes.ts'
export { mountInventoryBatches } from './batches.routes.ts'
export { mountInventoryImports } from './inventory-imports.routes.ts'
export { mountInventoryProfiles } from './profiles.routes.ts'
export { mountInventoryUpload } from './upload.routes.ts'
export { createInventoryImporter } from './imports/create-importer.ts'
export { purgeOldInventoryImports } from './imports/purge-imports.repo.ts'
export {
  confirmWithdrawals as confirmInventoryWithdrawals,
  startApplying as applyInventoryImport,
} from './imports/decide-import.ts'
export type { ImportDeps as InventoryImportDeps } from './imports/import-deps.ts'
export { workingStates as workingImportStates, type InventoryImport } from './imports/inventory-import.ts'
export { receiveFile as receiveInventoryFile } from './imports/receive-file.ts'
export { runImport as runInventoryImport } from './imports/run-import.ts'
export { findImport as findInventoryImport } from './imports/imports.repo.ts'
export { readHeldEvents } from './matching/import-events.repo.ts'
export { findProfileVersion, readProfiles as readInventoryProfiles } from './profiles/profiles.repo.ts'
export { readReasons as readImportReasons } from './showing/shown-rows.repo.ts'
export { writeResult as writeInventoryResult } from './showing/write-result.ts'
