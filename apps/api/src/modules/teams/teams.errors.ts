import { defineErrors } from '#api/shared/app-error.ts'

export const teamErrors = defineErrors({
  'team.not_owner': { status: 403, title: 'Only team owners can do this' },
  'team.member_not_found': { status: 404, title: 'This person is not in your team' },
  'team.invitation_not_found': {
    status: 404,
    title: 'This invitation has already been accepted or withdrawn',
  },
  'team.email_change_open': {
    status: 409,
    title:
      'Your email address changed within the last 72 hours. You can leave once the previous address can no longer undo that',
  },
  'team.last_owner': { status: 422, title: 'A team needs an owner. Make someone else an owner first' },
  'team.owner_has_all': {
    status: 422,
    title: 'Owners have every permission. Make this person a member first',
  },
  'team.not_yourself': { status: 422, title: 'You can’t remove yourself. Leave the team instead' },
  'team.link_not_allowed': { status: 422, title: 'join_link: must be a page on this site' },
  'team.already_member': { status: 422, title: 'This person is already in your team' },
  'team.already_invited': {
    status: 422,
    title: 'This address has already been invited. Resend that invitation',
  },
  'team.second_factor_first': {
    status: 422,
    title: 'Set up a second factor for yourself first, under Security',
  },
  'team.activity_too_large': {
    status: 422,
    title: 'from: must be a later date: an export has at most 20,000 entries',
  },
  'team.full': { status: 422, title: 'Your team is full' },
  'team.too_many_emails': { status: 429, title: 'Too many invitations. Wait an hour and try again' },
  'team.invitation_invalid': {
    status: 422,
    title: 'This invitation is no longer valid. Ask for a new one',
  },
  'team.account_in_other_team': {
    status: 422,
    title: 'This email address already has an account, and an account can belong to only one team',
  },
})
