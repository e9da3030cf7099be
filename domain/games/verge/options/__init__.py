"""What each seat may do now in Verge."""
