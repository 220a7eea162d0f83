export { findAccount } from "./accounts.repo.ts";
export { presentUser } from "./accounts.presenter.ts";
export { mountAccounts } from "./accounts.routes.ts";
export { createAuthenticator, type Authenticator } from "./authenticate.ts";
export { hashPassword } from "./password-hash.ts";
