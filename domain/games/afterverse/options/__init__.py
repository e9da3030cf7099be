"""What each seat may do now in Afterverse."""
