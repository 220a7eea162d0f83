/**
 * States of a team's application to sell. `information_wanted`: the operator asked something; the team can change the
 * application and submit it again. `declined`: the team can apply again, unless the operator declined it for good.
 */
export const applicationStates = ['draft', 'submitted', 'information_wanted', 'approved', 'declined'] as const
export type ApplicationState = (typeof applicationStates)[number]

const editable: ReadonlySet<ApplicationState> = new Set(['draft', 'information_wanted', 'declined'])

/** Whether the team may change and submit it. */
export function isEditable(state: ApplicationState, mayApplyAgain: boolean): boolean {
  return editable.has(state) && (state !== 'declined' || mayApplyAgain)
}

/** Whether the operator may decide about it. */
export const isDecidable = (state: ApplicationState): boolean =>
  state === 'submitted' || state === 'information_wanted'

export const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type DocumentType = (typeof documentTypes)[number]
export const maxDocumentBytes = 10 * 1024 * 1024
export const maxDocuments = 10
