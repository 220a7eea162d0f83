import { defineErrors } from '#api/shared/app-error.ts'

export const contentErrors = defineErrors({
  'content.empty': { status: 422, title: 'The text is empty' },
  'content.too_long': { status: 422, title: 'The text is longer than 200,000 characters' },
  'content.not_text': { status: 422, title: 'The file is not plain text in UTF-8' },
})
