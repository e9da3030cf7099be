"""The annexes: features that the server has around its core. The core imports none of them."""
