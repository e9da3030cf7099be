"""What each seat may do now in Venus Engine."""
