"""The check-up of `verger doctor`."""
