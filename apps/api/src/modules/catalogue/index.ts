export { confirmKickOffs } from './confirm-kick-offs.ts'
export { finishImport, importFile, importKinds } from './import-file.ts'
export { shiftSeasons, type ShiftedCompetition } from './shift-seasons.ts'
