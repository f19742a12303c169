"""What beats what: the plain ranking that judges, and the fast tables that must agree with it."""
