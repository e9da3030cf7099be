"""Tests of the server's page in the engines of Chromium, Firefox and Safari."""
