/** What the moves need besides the database. */
export interface SandboxNames {
  id(prefix: 'pi' | 'ch' | 'cap' | 're' | 'cus' | 'seti' | 'pm' | 'dp' | 'evt'): string
  secret(): string
}
