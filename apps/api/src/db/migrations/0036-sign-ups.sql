-- What a new account was told to have come by; free text of the person, never trusted.
alter table accounts add column referral_code text;
