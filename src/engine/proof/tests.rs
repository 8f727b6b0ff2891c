//! Tests of the proofs: small positions whose answer is known.
