import { defineErrors } from '../../shared/app-error.ts'

export const teamErrors = defineErrors({
  'team.not_owner': { status: 403, title: 'Only an owner of the team may do this' },
  'team.member_not_found': { status: 404, title: 'This person is not in your team' },
  'team.invitation_not_found': {
    status: 404,
    title: 'This invitation has been accepted or withdrawn already',
  },
  'team.last_owner': { status: 422, title: 'A team needs an owner. Make somebody else an owner first' },
  'team.not_yourself': { status: 422, title: 'You cannot remove yourself. Leave the team instead' },
  'team.link_not_allowed': { status: 422, title: 'join_link: must be a page of this site' },
  'team.already_member': { status: 422, title: 'This person is in your team already' },
  'team.already_invited': {
    status: 422,
    title: 'This address has been invited already. Send that invitation again',
  },
  'team.full': { status: 422, title: 'Your team is full' },
  'team.too_many_letters': { status: 429, title: 'Too many invitations. Please wait an hour and try again' },
  'team.invitation_spent': {
    status: 422,
    title: 'This invitation has been used or withdrawn, or is too old. Please ask for a new one',
  },
  'team.account_elsewhere': {
    status: 422,
    title: 'This email address has an account already, and an account belongs to one team',
  },
})
