export { assertCanLeave } from './assert-can-leave.ts'
export { assertCanRemove } from './assert-can-remove.ts'
export { assertOwner, isOwner } from './assert-owner.ts'
export { claimInvitation, readInvitation } from './invitations/claim-invitation.ts'
export { prepareInvitationEmail } from './invitations/prepare-invitation-email.ts'
export {
  endInvitationsSentBy,
  endTeamInvitations,
  purgeOldInvitations,
} from './invitations/invitations.repo.ts'
export { teamErrors } from './teams.errors.ts'
export { canTeamSell, lockTeam, readOwnerIds, readTeamContact, writePermissions } from './teams.repo.ts'
export { mountLegalDetails } from './legal-details/legal-details.routes.ts'
export { mountTeamActivity } from './activity/team-activity.routes.ts'
export { mountTeams } from './teams.routes.ts'
