export interface SandboxIds {
  id(prefix: 'pi' | 'ch' | 'cap' | 're' | 'cus' | 'seti' | 'pm' | 'dp' | 'evt'): string
  secret(): string
}
