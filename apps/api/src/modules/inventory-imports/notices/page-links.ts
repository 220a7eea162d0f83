/** Pages that notices about imports and API keys link to. */
export const importLink = (importId: string): string => `/sell/imports/${importId}`
export const apiKeysLink = '/sell/api-keys'
